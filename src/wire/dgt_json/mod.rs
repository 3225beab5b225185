//! A DGT3000 behind a gateway that speaks JSON, one object a line, 115200 baud (or a TCP port).
//!
//! ```text
//! {"type":"buttonEvent","timestamp":123456,"data":{"button":"lever_right","buttonCode":64,"isRepeat":false}}
//! {"type":"timeUpdate","timestamp":123456,"data":{"leftHours":0,"leftMinutes":5,"leftSeconds":0,"rightHours":0,…}}
//! {"type":"connectionStatus","timestamp":123456,"data":{"connected":true,"configured":true}}
//! {"type":"error","timestamp":123456,"data":{"errorCode":101,…}}
//! {"type":"command_response","id":"k7","status":"success","result":{…}}
//! ```
//!
//! `timestamp` counts milliseconds since the gateway started, so that a press is known to within its line whatever delays it. Times come
//! when they change, whose time runs is not said, and which way the lever is called left depends on how it lay when the clock was switched
//! on: presses and the side that runs are found by the module `lever`. Flags and periods are not told at all; a table that needs them has
//! `time_authority = "daemon"`.

mod line;
mod orders;
mod session;
mod virtual_gateway;

pub use line::LINE_MAX;
pub use session::DgtJsonClock;
pub use virtual_gateway::{GatewayFault, VirtualGateway};
