//! A real browser for tests: Chromium without a window, driven by chromedriver.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::peer::PATIENCE;
use crate::skip::skipped;

/// A browser with a profile of its own, ended with the test however it ends.
pub struct Browser {
    pub page: Client,
    driver: Child,
    /// Held open: chromedriver must not meet a closed pipe.
    _output: BufReader<ChildStdout>,
    profile: TempDir,
}

impl Browser {
    /// Starts one; `None` (said aloud) where there is none, unless `KIFUD_REQUIRE_CHROMIUM=1`.
    pub async fn start(width: u32, height: u32) -> Option<Self> {
        let binary =
            ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].into_iter().find(|path| Path::new(path).exists());
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let (Some(binary), Ok(mut driver)) = (binary, driver) else {
            skipped("KIFUD_REQUIRE_CHROMIUM", "chromium or chromedriver is not installed");
            return None;
        };
        let mut output = BufReader::new(driver.stdout.take().expect("piped"));
        let lines = output.by_ref().lines().map_while(Result::ok);
        let port = lines.filter_map(|line| line.split_once("successfully on port ")?.1.trim_end_matches('.').parse::<u16>().ok()).next();
        let port = port.expect("chromedriver says its port");
        let profile = tempfile::tempdir().unwrap();
        let data = format!("--user-data-dir={}", profile.path().display());
        let size = format!("--window-size={width},{height}");
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--lang=en",
            &data,
            &size,
        ];
        let capabilities = json!({
            "goog:chromeOptions": { "binary": binary, "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        });
        let Value::Object(capabilities) = capabilities else { unreachable!("written as an object") };
        let page = ClientBuilder::new(HttpConnector::new()).capabilities(capabilities).connect(&format!("http://127.0.0.1:{port}")).await;
        Some(Self { page: page.expect("chromium starts"), driver, _output: output, profile })
    }

    /// The viewport in CSS pixels, as a phone or a projector has it.
    pub async fn resize(&self, width: u32, height: u32) {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// "dark" or "light".
    pub async fn prefer(&self, scheme: &str) {
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] })).await;
    }

    /// A key, as a keyboard sends it.
    pub async fn press(&self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "Escape" => (27, ""),
            "ArrowLeft" => (37, ""),
            "ArrowDown" => (40, ""),
            other => panic!("{other} is not known here"),
        };
        for kind in ["keyDown", "keyUp"] {
            let key = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": if kind == "keyDown" { text } else { "" } });
            self.devtools("Input.dispatchKeyEvent", key).await;
        }
    }

    /// Tab, until this is true of the element that has the focus.
    pub async fn tab_to(&self, wanted: &str) {
        for _ in 0..200 {
            if self.eval(&format!("(({wanted})(document.activeElement))")).await == true {
                return;
            }
            self.press("Tab").await;
        }
        panic!("Tab never comes to {wanted}");
    }

    /// Runs a script in every page that is opened from now on, before the page's own.
    pub async fn before_pages(&self, script: &str) {
        self.devtools("Page.enable", json!({})).await;
        self.devtools("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// The process of the browser itself: the lock of the profile names it, as "host-pid".
    pub fn pid(&self) -> Option<i32> {
        let lock = std::fs::read_link(self.profile.path().join("SingletonLock")).ok();
        lock.and_then(|lock| lock.to_str()?.rsplit_once('-')?.1.parse().ok())
    }

    /// Clicks what the selector finds, where a finger would.
    pub async fn click(&self, selector: &str) {
        self.until(&format!("document.querySelector('{selector}') !== null"), true).await;
        let element = self.page.find(fantoccini::Locator::Css(selector)).await.unwrap();
        element.click().await.unwrap_or_else(|error| panic!("{selector}: {error}"));
    }

    /// Types into a field.
    pub async fn fill(&self, selector: &str, text: &str) {
        let element = self.page.find(fantoccini::Locator::Css(selector)).await.unwrap();
        element.clear().await.unwrap();
        element.send_keys(text).await.unwrap();
    }

    async fn devtools(&self, command: &str, params: Value) -> Value {
        self.page.issue_cmd(ChromeCommand { path: "goog/cdp/execute", body: json!({ "cmd": command, "params": params }) }).await.unwrap()
    }

    /// What the page wrote to its console: errors, refused resources, breaches of its policy.
    pub async fn console(&self) -> Vec<String> {
        let lines = self.page.issue_cmd(ChromeCommand { path: "se/log", body: json!({ "type": "browser" }) }).await.unwrap();
        lines.as_array().unwrap().iter().map(|line| line["message"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// The value of a JavaScript expression.
    pub async fn eval(&self, expression: &str) -> Value {
        self.page.execute(&format!("return {expression}"), vec![]).await.unwrap_or_else(|error| panic!("{expression}: {error}"))
    }

    /// The value of an expression that is a promise.
    pub async fn resolve(&self, promise: &str) -> Value {
        let script = format!("const done = arguments[0]; ({promise}).then(done, (error) => done('error: ' + error))");
        self.page.execute_async(&script, vec![]).await.unwrap()
    }

    /// Waits until an expression has this value.
    pub async fn until(&self, expression: &str, wanted: impl Into<Value>) {
        let wanted = wanted.into();
        let mut last = Value::Null;
        let reached = tokio::time::timeout(PATIENCE, async {
            loop {
                last = self.eval(expression).await;
                if last == wanted {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(40)).await;
            }
        });
        let reached = reached.await;
        assert!(reached.is_ok(), "{expression} is {last}, not {wanted}");
    }

    /// How many sheets of A4 the page takes when it is printed.
    pub async fn sheets(&self) -> usize {
        use base64::Engine as _;
        let paper = json!({ "preferCSSPageSize": true, "printBackground": false });
        let printed = self.devtools("Page.printToPDF", paper).await;
        let pdf = base64::engine::general_purpose::STANDARD.decode(printed["data"].as_str().expect("a file")).expect("base64");
        String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count()
    }

    /// Writes what is seen to a file under the build directory (`target/tmp/display`), where `KIFUD_PICTURES=1` asks for pictures to look at.
    pub async fn picture(&self, name: &str) {
        if std::env::var_os("KIFUD_PICTURES").is_none() {
            return;
        }
        let png = self.page.screenshot().await.unwrap();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("display");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Its own process, and nothing else, is ended.
        if let Some(pid) = self.pid().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// A command of chromedriver beyond the standard.
#[derive(Debug)]
struct ChromeCommand {
    path: &'static str,
    body: Value,
}

impl WebDriverCompatibleCommand for ChromeCommand {
    fn endpoint(&self, base: &url::Url, session: Option<&str>) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.body.to_string()))
    }
}
