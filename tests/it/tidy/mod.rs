//! The house keeps its own rules: floors, purity, sizes, reasons, words. What a rule lets pass is listed here, with the reason.

mod dependencies;
mod failures;
mod files;
mod floors;
mod fuzz;
mod scanner;
mod source;
mod texts;

/// Fails with every finding, not with the first.
fn none(rule: &str, findings: &[String]) {
    assert!(findings.is_empty(), "{rule}:\n{}", findings.join("\n"));
}
