//! What the pages owe to those who use them, in a real browser, fed by documents as tables publish them.

mod called;
mod gone;
mod languages;
mod many;
mod paper;
mod pictures;
mod within_reach;
