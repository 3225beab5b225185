//! What a referee takes to the hall on paper is one sheet for each rulebook.

use std::process::Command;

use kifud::referee::Rulebook;

use crate::browser::Browser;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_rulebook_is_one_sheet_of_paper() {
    let Some(browser) = Browser::start(794, 1123).await else { return };
    let folder = tempfile::tempdir().unwrap();
    for &(name, book) in Rulebook::NAMES {
        let printed = Command::new(env!("CARGO_BIN_EXE_kifud")).args(["rulebook", "print", name, "--format", "html"]).output().unwrap();
        let file = folder.path().join(format!("{name}.html"));
        std::fs::write(&file, printed.stdout).unwrap();
        browser.page.goto(&format!("file://{}", file.display())).await.unwrap();
        assert_eq!(browser.eval("document.querySelector('h1').textContent").await, book.name());
        assert_eq!(browser.sheets().await, 1, "{name}");
        browser.picture(&format!("paper-{name}")).await;
    }
}
