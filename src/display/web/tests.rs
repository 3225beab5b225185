use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::*;
use crate::time::{Mono, Stamp, Wall};

async fn serve(hub: &Arc<Hub>, browsers: usize) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let site = site(Arc::clone(hub), browsers);
    tokio::spawn(async move { axum::serve(listener, site).await });
    address
}

/// Asks and reads until the answer holds `wanted` or ends; the connection stays open while it is held.
async fn ask(address: SocketAddr, path: &str, wanted: &str) -> (String, TcpStream) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: display\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    while !String::from_utf8_lossy(&answer).contains(wanted) {
        let mut some = [0; 65_536];
        let length = stream.read(&mut some).await.unwrap();
        assert!(length > 0, "{path} ended without {wanted}: {}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&some[..length]);
    }
    (String::from_utf8_lossy(&answer).into_owned(), stream)
}

fn take(hub: &Hub, topic: &str, text: &str) {
    let at = Stamp::new(Mono::from_millis(0), Wall::from_unix_ms(0));
    hub.change(|tables| tables.take("t1", topic, text.as_bytes(), false, at)).unwrap();
}

#[tokio::test]
async fn pages_are_whole_and_guarded() {
    let hub = Arc::new(Hub::new());
    let address = serve(&hub, 2).await;
    for (path, kind, wanted) in [
        ("/", "text/html", "</html>"),
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
    for path in ["/nothing.js", "/..%2fmod.rs", "/%2e%2e%2fweb.rs", "/board", "/api/tables/t9"] {
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
    let (answer, mut stream) = ask(address, "/events?table=t1", "event: pulse").await;
    assert!(answer.contains("\"topic\":\"game\",\"retained\":false,") && answer.contains("\"document\":{\"seq\":7}}"), "{answer}");
    assert!(!answer.contains("result/"), "results are asked for, not streamed: {answer}");
    assert!(answer.contains("\"broker\":true") && answer.contains("\"confirmed\":true"), "{answer}");
    let (list, _) = ask(address, "/api/tables", "]}").await;
    assert!(list.contains("\"id\":\"t1\"") && list.contains("\"state\":\"ready\"") && !list.contains("null"), "{list}");
    let (all, _) = ask(address, "/api/tables/t1", "}}").await;
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
