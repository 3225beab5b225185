use std::net::SocketAddr;

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::files::Files;
use super::*;
use crate::display::tokens::Tokens;
use crate::time::{Mono, Stamp, Wall};

pub(in crate::display::web) async fn serve(hub: &Arc<Hub>, browsers: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let gate = Gate::new(Some(Tokens::parse("anna right-token-1").unwrap()));
    let site = site(Arc::clone(hub), gate, browsers).into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, site).await });
    address
}

/// Asks and reads until the answer holds `wanted` or ends; the connection stays open while it is held.
pub(in crate::display::web) async fn ask(address: SocketAddr, path: &str, wanted: &str) -> (String, TcpStream) {
    ask_with(address, path, "", wanted).await
}

/// The same with further lines in the request's head.
pub(in crate::display::web) async fn ask_with(address: SocketAddr, path: &str, head: &str, wanted: &str) -> (String, TcpStream) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: display\r\n{head}\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).contains(wanted) {
        let mut some = [0; 65_536];
        let length = stream.read(&mut some).await.unwrap();
        assert!(length > 0, "{path} ended without {wanted}: {}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&some[..length]);
    }
    (String::from_utf8_lossy(&answer).into_owned(), stream)
}

pub(in crate::display::web) fn take(hub: &Hub, topic: &str, text: &str) {
    let at = Stamp::new(Mono::from_millis(0), Wall::from_unix_ms(0));
    hub.change(|tables| tables.take("t1", topic, text.as_bytes(), false, at)).unwrap();
}

#[tokio::test]
async fn pages_are_whole_and_guarded() {
    let hub = Arc::new(Hub::new());
    let address = serve(&hub, 2).await;
    for (path, kind, wanted) in [
        ("/", "text/html", "/hall.js"),
        ("/?table=t1", "text/html", "/main.js"),
        ("/board", "text/html", "/main.js"),
        ("/board/t1", "text/html", "/main.js"),
        ("/referee/t1", "text/html", "/referee.js"),
        ("/overlay/t1?show=clocks", "text/html", "/overlay.js"),
        ("/operator", "text/html", "/operator.js"),
        ("/words/ja.js", "text/javascript", "export default {"),
        ("/api/words", "application/json", "\"double-move\""),
        ("/main.js", "text/javascript", "setInterval(tick"),
        ("/board.css", "text/css", ":root"),
        ("/icon.svg", "image/svg+xml", "</svg>"),
        ("/api/tables", "application/json", "\"tables\":[]"),
    ] {
        let (answer, _) = ask(address, path, wanted).await;
        let head = answer.to_lowercase();
        assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
        assert!(head.contains(&format!("content-type: {kind}")), "{path}: {head}");
        assert!(head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{path}: {head}");
    }
    for path in ["/nothing.js", "/..%2fmod.rs", "/%2e%2e%2fweb.rs", "/board.rs", "/nothing/board.js", "/api/tables/t9"] {
        let (answer, _) = ask(address, path, "\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
}

#[tokio::test]
async fn no_file_fetches_anything_from_outside() {
    for name in Files::iter() {
        let file = Files::get(&name).expect("listed");
        let text = String::from_utf8_lossy(&file.data).replace("http://www.w3.org/2000/svg", "");
        assert!(!text.contains("http:") && !text.contains("https:") && !text.contains("//cdn"), "{name}");
    }
}

#[tokio::test]
async fn one_browser_too_many_is_told_to_come_back() {
    let hub = Arc::new(Hub::new());
    let address = serve(&hub, 2).await;
    let (_, first) = ask(address, "/events?table=t1", "event: pulse").await;
    let (_, _second) = ask(address, "/events?table=t1", "event: pulse").await;
    let (answer, _) = ask(address, "/events?table=t1", "\r\n\r\n").await;
    assert!(answer.starts_with("HTTP/1.1 503") && answer.to_lowercase().contains("retry-after: 5"), "{answer}");
    // A closed one makes room; the server notices at its next word, a second later at most.
    drop(first);
    let come_back = tokio::time::timeout(Duration::from_secs(20), async {
        while !ask(address, "/events?table=t1", "\r\n\r\n").await.0.starts_with("HTTP/1.1 200") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    come_back.await.expect("room after one has gone");
}

#[tokio::test]
async fn a_stream_begins_with_the_documents_and_ends_with_the_hub() {
    let hub = Arc::new(Hub::new());
    hub.change(super::super::tables::Tables::connect);
    take(&hub, "status", "{\"state\":\"ready\"}");
    take(&hub, "game", "{\n  \"seq\": 7\n}");
    take(&hub, "result/g-0", "{}");
    let address = serve(&hub, 2).await;
    let (answer, mut stream) = ask_with(address, "/feed/all/t1", "Authorization: Bearer right-token-1\r\n", "event: pulse").await;
    assert!(answer.contains("\"topic\":\"game\",\"retained\":false,") && answer.contains("\"document\":{\"seq\":7}}"), "{answer}");
    assert!(!answer.contains("result/"), "results are asked for, not streamed: {answer}");
    assert!(answer.contains("\"broker\":true") && answer.contains("\"confirmed\":true"), "{answer}");
    let (list, _) = ask(address, "/api/tables", "]}").await;
    assert!(list.contains("\"id\":\"t1\"") && list.contains("\"state\":\"ready\"") && !list.contains("null"), "{list}");
    let (all, _) = ask_with(address, "/api/all/t1", "Authorization: Bearer right-token-1\r\n", "}}").await;
    assert!(all.contains("\"result/g-0\":{}"), "{all}");
    hub.close();
    let mut rest = Vec::new();
    let ends = async {
        while !rest.ends_with(b"0\r\n\r\n") {
            stream.read_buf(&mut rest).await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(20), ends).await.expect("the stream ends");
}

#[tokio::test]
async fn without_a_token_there_is_nothing_but_the_public_feed_whatever_is_asked_for() {
    let hub = Arc::new(Hub::new());
    hub.change(crate::display::tables::Tables::connect);
    take(&hub, "status", "{\"state\":\"ready\"}");
    take(&hub, "public/game", "{\"move_number\":3}");
    for secret in ["game", "clock", "info", "health", "alert/a-1", "result/g-0"] {
        take(&hub, secret, "{\"secret\":true,\"move_number\":9}");
    }
    let address = serve(&hub, 9).await;
    for open in ["/events?table=t1&feed=full", "/events?table=t1&feed=all", "/feed/public/t1?feed=all", "/feed/public?feed=all"] {
        let (answer, _) = ask(address, open, "event: pulse").await;
        assert!(answer.contains("\"move_number\":3") && !answer.contains("secret"), "{open}: {answer}");
    }
    for open in ["/api/tables", "/api/tables/t1?feed=full"] {
        let (answer, _) = ask(address, open, "\"move_number\":3").await;
        assert!(!answer.contains("secret") && !answer.contains("\"move_number\":9"), "{open}: {answer}");
    }
    for closed in ["/feed/all", "/feed/all/t1", "/api/all/t1", "/api/me", "/feed/all/t1?token=right-token-1"] {
        for head in ["", "Authorization: Bearer wrong\r\n", "Authorization: Bearer right-token-1\r\nSec-Fetch-Site: cross-site\r\n"] {
            let (answer, _) = ask_with(address, closed, head, "not-allowed").await;
            let code = &answer[9..12];
            assert!(["401", "403", "429"].contains(&code) && !answer.contains("secret"), "{closed}: {answer}");
        }
    }
}

#[tokio::test]
async fn a_request_needs_a_token_json_a_table_and_a_broker() {
    let hub = Arc::new(Hub::new());
    let address = serve(&hub, 2).await;
    let post = async |path: &str, head: &str, body: &str, wanted: &str| {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let text =
            format!("POST {path} HTTP/1.1\r\nHost: display\r\nConnection: close\r\nContent-Length: {}\r\n{head}\r\n{body}", body.len());
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // A server that has refused what was sent may close before it has read it.
        let _ = stream.read_to_end(&mut answer).await;
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.contains(wanted), "{path} {body}: {answer}");
    };
    let right = "Authorization: Bearer right-token-1\r\nContent-Type: application/json\r\n";
    let body = "{\"transaction\":\"a\"}";
    post("/request/t1/pause", "Content-Type: application/json\r\n", body, "HTTP/1.1 401").await;
    post("/request/t1/pause", &format!("{right}Origin: http://other.example\r\n"), body, "HTTP/1.1 403").await;
    post("/request/t1/pause", "Authorization: Bearer right-token-1\r\nContent-Type: text/plain\r\n", body, "HTTP/1.1 400").await;
    post("/request/t1/pause", right, "{}", "transaction is missing").await;
    post("/request/t1/a%2fb", right, body, "the verb is not usable").await;
    post("/request/t1/pause", right, &format!("{{\"transaction\":\"{}\"}}", "x".repeat(REQUEST_MAX)), "HTTP/1.1 413").await;
    post("/request/t1/pause", right, body, "there is no broker").await;
    hub.change(crate::display::tables::Tables::connect);
    post("/request/t1/pause", right, body, "there is no such table").await;
    take(&hub, "status", "{}");
    // The table answers; whoever signs with another's name signs with the token's.
    let asked = post("/request/t1/pause", right, "{\"transaction\":\"a\",\"by\":\"chief\"}", "{\"status\":\"ok\",\"transaction\":\"a\"}");
    let table = async {
        let order = hub.desk().next().await;
        assert_eq!((order.user.as_str(), order.payload.as_str()), ("anna", "{\"transaction\":\"a\"}"));
        hub.desk().answer("t1", "pause", b"{\"transaction\":\"a\",\"status\":\"ok\"}");
    };
    tokio::join!(asked, table);
}
