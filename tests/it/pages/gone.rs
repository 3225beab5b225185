//! A broker that goes away is said on every page, and every page goes on when it is back.

use kifud::display::Version;

use crate::browser::Browser;
use crate::display::{LOOPBACK, TOKEN, broker, display, open};
use crate::stage::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_page_says_that_the_broker_is_gone_and_goes_on_when_it_is_back() {
    let Some(browser) = Browser::start(1280, 800).await else { return };
    let mut house = broker(LOOPBACK).await;
    let address = house.address();
    let display = display(address, Version::V5).await;
    let mut table = Table::connect(address, "t1").await;
    table.burst(20).await;
    open(&browser, &display, "").await;
    browser.eval(&format!("sessionStorage.setItem('kifud.token', '{TOKEN}')")).await;
    for (path, there) in [
        ("", "document.querySelector('.card')?.dataset.level"),
        ("board/t1", "document.body.dataset.level"),
        ("referee/t1", "document.body.dataset.level"),
        ("overlay/t1", "document.body.dataset.level"),
        ("operator", "document.querySelector('.device')?.dataset.level"),
    ] {
        open(&browser, &display, path).await;
        browser.until("document.body.dataset.level", "live").await;
        house.stop().await;
        browser.until("document.body.dataset.level", "lost").await;
        browser.until(there, "lost").await;
        house = broker(address).await;
        // The table says everything again, as it does on every connection; it may be heard before the display is.
        let back = async {
            loop {
                table = Table::connect(address, "t1").await;
                table.burst(22).await;
                if browser.eval(&format!("[document.body.dataset.level, {there}].join()")).await == "live,live" {
                    return;
                }
                browser.resolve("new Promise((done) => setTimeout(() => done(true), 300))").await;
            }
        };
        tokio::time::timeout(crate::peer::PATIENCE, back).await.unwrap_or_else(|_| panic!("/{path} never goes on"));
    }
    assert_eq!(browser.console().await, [""; 0]);
    display.stop().await;
    house.stop().await;
}
