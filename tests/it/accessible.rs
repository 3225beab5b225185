//! A small check of what every page owes to people who see badly, see no colours, or use no mouse.

use serde_json::json;

use crate::browser::Browser;

/// Everything that is wrong with the page as it stands, in words.
///
/// Looked at: the document's language and title; a name for everything that can be operated; buttons of a finger's size; a contrast of 4.5
/// between letters and what lies behind them (where that is one colour); one `main`; no `tabindex` above 0, so that the order of the focus is that of the page.
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
    if (element.matches('.desk button, .sign-in button, .desk summary, .desk select') && box.height < 43.5) wrong.push(`${tell(element)} is ${box.height} high: too small for a finger`);
  }
  for (const section of document.querySelectorAll('section[data-label], [role=group]')) if (!section.getAttribute('aria-label')) wrong.push(`${tell(section)} has no name`);
  const parse = (color) => { const n = color.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0]; return { r: n[0], g: n[1], b: n[2], a: n[3] ?? 1 }; };
  const light = ({ r, g, b }) => [r, g, b].map((c) => c / 255).map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, n) => sum + c * [0.2126, 0.7152, 0.0722][n], 0);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !seen(element) || element.closest('svg, option, [hidden], .unseen, [aria-hidden=true]') || element.closest('button:disabled')) continue;
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

/// Panics where the page shuts somebody out, in the dark and the light theme.
pub async fn is_accessible(browser: &Browser, page: &str) {
    for scheme in ["dark", "light"] {
        browser.prefer(scheme).await;
        let wrong = browser.eval(LOOK).await;
        assert_eq!(wrong, json!([]), "{page}, {scheme}: {wrong:#}");
    }
    browser.prefer("dark").await;
    // Tab goes through the page and comes to something that can be operated.
    browser.eval("document.activeElement?.blur()").await;
    browser.press_tab().await;
    let first = browser.eval("document.querySelector('a[href], button, input, select') === null || document.activeElement.matches('a, button, input, select, summary, [tabindex]')").await;
    assert_eq!(first, true, "{page}: Tab reaches nothing");
}
