//! A test that cannot run here says so, in a line that the test runner does not swallow; where it must run, it fails.
//!
//! | variable, set to 1 | must be there |
//! |---|---|
//! | `KIFUD_REQUIRE_MOSQUITTO` | mosquitto |
//! | `KIFUD_REQUIRE_GNUGO` | gnugo |
//! | `KIFUD_REQUIRE_CHROMIUM` | chromium and chromedriver |
//! | `KIFUD_REQUIRE_DATA` | the shared games and cases, in `../shared/data` |
//! | `KIFUD_REQUIRE_TOOLS` | flock, setsid, systemd-analyze, unshare, g++, git, binutils and dpkg, mosquitto-clients, nats-server, paho-mqtt and Jinja for Python, mqtt.js for Node, and openssl with the feature tls |
//! | `KIFUD_REQUIRE_ASYNCAPI` | the schemas of AsyncAPI, the npm package @asyncapi/specs in `target/consumers` |
//! | `KIFUD_REQUIRE_AXE` | axe-core for Node, in `target/consumers` |
//! | `KIFUD_REQUIRE_USER` | an ordinary user: root may do what these tests want to see refused |

use std::io::Write;

/// Says that a test is no proof here.
///
/// # Panics
/// When `variable` is set to 1.
pub fn skipped(variable: &str, because: &str) {
    let required = std::env::var(variable).is_ok_and(|value| value == "1");
    assert!(!required, "{variable}=1, and {because}");
    say(&format!("SKIPPED, nothing was tested: {because}"));
}

/// A line that the test runner does not swallow when the test passes.
pub fn say(line: &str) {
    // Nobody to tell is no reason to fail.
    let _ = writeln!(std::io::stderr(), "{line}");
}
