//! A check of what every page owes to people who see badly, see no colours, or use no mouse: our own, and that of axe-core where it is there.

use std::path::Path;

use serde_json::json;

use crate::browser::Browser;

/// Where `.ci/run` puts axe-core.
const AXE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/consumers/node_modules/axe-core/axe.min.js");

/// What axe-core finds that is serious or critical: the rule, and the first places. What is not to be trusted is greyed on purpose, and words
/// stand on top of it.
const SERIOUS: &str = "axe.run({ exclude: [':is([data-level=lost], [data-level=stale]) :is(.players, .story, .side, .over-clocks, .lower-third)'] }, \
    { resultTypes: ['violations'] }).then(({ violations }) => violations \
    .filter(({ impact }) => impact === 'serious' || impact === 'critical') \
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')}`))";

/// Everything that is wrong with the page as it stands, in words.
///
/// Looked at: the document's language and title; a name for everything that can be operated; buttons of a finger's size; a contrast of 4.5
/// between letters and what lies behind them (where that is one colour); one `main`; no `tabindex` above 0, so that the order of the focus is that of
/// the page; no id twice; a label for every field; nothing to operate inside what is hidden from readers; a page that can be made larger; and for each
/// language the fonts of that language, since one character has several shapes.
const LOOK: &str = r#"(() => {
  const wrong = [];
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && element.getClientRects().length > 0;
  const tell = (element) => `${element.tagName.toLowerCase()}${element.id ? '#' + element.id : ''}.${element.className?.baseVal ?? element.className}`;
  if (!/^(en|zh-Hans|zh-Hant|ja|ko)$/.test(document.documentElement.lang)) wrong.push('no language');
  if (!document.title) wrong.push('no title');
  if (document.querySelectorAll('main').length !== 1) wrong.push('not one main');
  const name = (element) => (element.getAttribute('aria-label') ?? [...(element.labels ?? [])].map((label) => label.textContent).join('') + element.innerText + (element.title ?? '')).trim();
  for (const element of document.querySelectorAll('button, a[href], input, select, summary, [role=img], [tabindex]')) {
    if (!seen(element)) continue;
    if (element.tabIndex > 0) wrong.push(`${tell(element)} has its own place in the order of the focus`);
    if (element.matches('button, a[href], input, select, summary, [role=img]') && !name(element)) wrong.push(`${tell(element)} has no name`);
    const box = element.getBoundingClientRect();
    const touched = element.matches('button, select, summary, .mark, .call, .links a, .to-board, nav a, h2 a') && !element.closest('.dense');
    if (touched && (box.height < 43.5 || box.width < 43.5)) wrong.push(`${tell(element)} is ${box.width} by ${box.height}: too small for a finger`);
  }
  for (const section of document.querySelectorAll('section[data-label], [role=group]')) if (!section.getAttribute('aria-label')) wrong.push(`${tell(section)} has no name`);
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push(`the id ${id} is there twice`);
  for (const inside of document.querySelectorAll('[aria-hidden=true] :is(button, a, input, select)')) wrong.push(`${tell(inside)} is hidden from readers and can be reached`);
  for (const nested of document.querySelectorAll('button button, a a, button a, a button')) wrong.push(`${tell(nested)} lies in another that is operated`);
  for (const image of document.querySelectorAll('img:not([alt])')) wrong.push(`${tell(image)} has no alt`);
  if (/user-scalable|maximum-scale/.test(document.querySelector('meta[name=viewport]')?.content ?? '')) wrong.push('the page cannot be made larger');
  const own = { en: 'sans-serif', 'zh-Hans': 'CJK SC', 'zh-Hant': 'CJK TC', ja: 'CJK JP', ko: 'CJK KR' };
  for (const element of document.querySelectorAll('[lang]')) if (seen(element) && !getComputedStyle(element).fontFamily.includes(own[element.lang] ?? 'none')) wrong.push(`${tell(element)} has the fonts of another language than ${element.lang}`);
  const parse = (color) => { const n = color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; return { r: n[0], g: n[1], b: n[2], a: n[3] ?? 1 }; };
  const light = ({ r, g, b }) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !seen(element) || element.closest('svg, option, [hidden], .unseen, [aria-hidden=true]') || element.closest('button:disabled, button[aria-disabled=true]')) continue;
    let ground = null, above = element, grey = false;
    for (; above && !ground; above = above.parentElement) {
      const style = getComputedStyle(above);
      if (style.opacity !== '1' || style.filter !== 'none') grey = true;
      const color = parse(style.backgroundColor);
      if (color.a === 1) ground = color;
    }
    // What is not to be trusted is greyed on purpose, and its words stand on top of it.
    if (grey) continue;
    ground ??= parse(getComputedStyle(document.documentElement).getPropertyValue('--ground').replace(/#(..)(..)(..)/, (_, r, g, b) => [r, g, b].map((x) => parseInt(x, 16)).join(' ')));
    const [one, other] = [light(parse(getComputedStyle(element).color)), light(ground)].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < 4.5) wrong.push(`${tell(element)} "${node.data.trim().slice(0, 30)}" has a contrast of ${contrast.toFixed(2)}`);
  }
  return [...new Set(wrong)];
})()"#;

/// axe-core, where it is installed; `KIFUD_REQUIRE_AXE=1` says that it must be.
fn axe() -> Option<String> {
    let script = std::fs::read_to_string(Path::new(AXE)).ok();
    if script.is_none() {
        crate::skip::skipped("KIFUD_REQUIRE_AXE", "axe-core is not in target/consumers: the page was looked at by our own check alone");
    }
    script
}

/// Panics where the page shuts somebody out, in the dark and the light theme.
pub async fn is_accessible(browser: &Browser, page: &str) {
    for scheme in ["dark", "light"] {
        browser.prefer(scheme).await;
        let wrong = browser.eval(LOOK).await;
        assert_eq!(wrong, json!([]), "{page}, {scheme}: {wrong:#}");
        if let Some(script) = axe() {
            browser.page.execute(&script, vec![]).await.expect("axe-core runs");
            let wrong = browser.resolve(SERIOUS).await;
            assert_eq!(wrong, json!([]), "{page}, {scheme}, by axe-core: {wrong:#}");
        }
    }
    browser.prefer("dark").await;
    // Tab goes through the page and comes to something that can be operated.
    browser.eval("document.activeElement?.blur()").await;
    browser.press("Tab").await;
    let first = browser.eval("document.querySelector('a[href], button, input, select') === null || document.activeElement.matches('a, button, input, select, summary, [tabindex]')").await;
    assert_eq!(first, true, "{page}: Tab reaches nothing");
}
