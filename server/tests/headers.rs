//! Security headers of every response, and responses for unknown paths.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::common;

use common::http::{self, Answer, get};
use common::{Setting, Table};

/// Headers of a browser that opens a typed address.
const BROWSER: &str = "accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8\r\n";

async fn table_with_page() -> (Table, tempfile::TempDir) {
    let web = tempfile::tempdir().unwrap();
    std::fs::create_dir(web.path().join("assets")).unwrap();
    std::fs::write(web.path().join("index.html"), "<p>the page</p>").unwrap();
    std::fs::write(web.path().join("index.html.gz"), "packed page").unwrap();
    std::fs::write(web.path().join("icon.svg"), "<svg/>").unwrap();
    std::fs::write(web.path().join("assets/app-1a2b.js"), "run()").unwrap();
    let table = Setting { web: web.path().to_owned(), ..Setting::default() }.open().await;
    (table, web)
}

async fn ask(table: &Table, method: &str, path: &str, more: &str) -> Answer {
    let head = format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{more}", table.address);
    http::request(table.address, &head, b"").await
}

/// Returns the policies of a response, as a browser parses them.
fn policies(answer: &Answer) -> Vec<&str> {
    answer.header("content-security-policy").unwrap_or_default().split(';').map(str::trim).collect()
}

fn assert_guarded(answer: &Answer, label: &str) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("x-frame-options", "DENY"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-embedder-policy", "require-corp"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ] {
        assert_eq!(answer.header(name), Some(value), "{label}: {name}");
    }
    let policies = policies(answer);
    for policy in [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "manifest-src 'self'",
        "trusted-types svelte-trusted-html tabula-worker tabula-service-worker",
    ] {
        assert!(policies.contains(&policy), "{label}: {policy} in {policies:?}");
    }
    assert!(!policies.iter().any(|policy| policy.contains("unsafe-inline")), "{label}: {policies:?}");
    assert!(!answer.head.contains("set-cookie"), "{label}: no cookies");
    assert!(!answer.head.contains("\naccess-control-"), "{label}: no other site may read the response");
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let (table, _web) = table_with_page().await;
    let json = "content-type: application/json\r\n";
    let upgrade = "connection: upgrade\r\nupgrade: websocket\r\n";
    let handshake = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    for (method, path, more, status) in [
        ("GET", "/", BROWSER, 200),
        ("HEAD", "/", BROWSER, 200),
        ("GET", "/", "accept-encoding: gzip\r\n", 200),
        ("GET", "/index.html", "", 200),
        ("GET", "/g/abcd1234", BROWSER, 200),
        ("POST", "/g/abcd1234", json, 405),
        ("GET", "/local", BROWSER, 200),
        ("GET", "/practice", BROWSER, 200),
        ("GET", "/lab", BROWSER, 200),
        ("GET", "/games", BROWSER, 200),
        ("GET", "/r/ABC123", BROWSER, 200),
        ("POST", "/local", json, 405),
        ("GET", "/icon.svg", "", 200),
        ("GET", "/assets/app-1a2b.js", "", 200),
        ("GET", "/assets/app-1a2b.js", "range: bytes=0-1\r\n", 206),
        ("GET", "/assets/app-1a2b.js", "range: bytes=99-\r\n", 416),
        ("GET", "/assets/none.js", "", 404),
        ("DELETE", "/assets/app-1a2b.js", "", 405),
        ("GET", "/assets/", "", 404),
        ("GET", "/nothing", "", 404),
        ("GET", "/nothing", BROWSER, 404),
        ("GET", "/%2e%2e/Cargo.toml", BROWSER, 404),
        ("GET", "/%ff", "", 404),
        ("GET", "/api/health", "", 200),
        ("POST", "/api/health", json, 405),
        ("GET", "/api/rules", "", 200),
        ("POST", "/api/rules", json, 405),
        ("GET", "/api/rules/chess", "", 200),
        ("GET", "/api/rules/none", BROWSER, 404),
        ("GET", "/api/rules/chess/written", "", 200),
        ("GET", "/api/rules/none/written", "", 404),
        ("GET", "/api/games", BROWSER, 405),
        ("POST", "/api/games", "", 415),
        ("POST", "/api/games", json, 400),
        ("GET", "/api", BROWSER, 404),
        ("GET", "/api/", BROWSER, 404),
        ("GET", "/api/nothing", BROWSER, 404),
        ("GET", "/ws", BROWSER, 426),
        ("POST", "/ws", json, 405),
        ("GET", "/ws", upgrade, 426),
        ("GET", "/engine", "", 426),
    ] {
        let answer = ask(&table, method, path, more).await;
        let label = format!("{method} {path} {more:?}");
        assert_eq!(answer.status, status, "{label}: {}", answer.body);
        assert_guarded(&answer, &label);
    }
    let head = format!("GET /ws?game=abcd1234 HTTP/1.1\r\nhost: {}\r\n{handshake}", table.address);
    let accepted = http::request(table.address, &head, b"").await;
    assert_eq!((accepted.status, accepted.header("upgrade")), (101, Some("websocket")));
    assert_guarded(&accepted, "an upgrade");
}

#[tokio::test]
async fn an_unknown_path_serves_browsers_the_page_and_programs_an_error() {
    let (table, _web) = table_with_page().await;
    for path in ["/nothing", "/g/", "/g/abcd1234/more", "/assets/none.js", "/%2e%2e/Cargo.toml"] {
        let shown = ask(&table, "GET", path, BROWSER).await;
        assert_eq!((shown.status, shown.body.as_str()), (404, "<p>the page</p>"), "{path}");
        assert_eq!(shown.header("content-type"), Some("text/html"), "{path}");
        assert_eq!(shown.header("cache-control"), Some("no-store"), "{path}");
        let response = get(table.address, path).await;
        assert_eq!((response.status, response.json()["code"].as_str()), (404, Some("not_found")), "{path}");
        assert_eq!(response.header("cache-control"), Some("no-store"), "{path}");
    }
    // Requests under /api come from programs, whatever they accept.
    for path in ["/api", "/api/", "/api/nothing", "/api/rules/none"] {
        assert_eq!(ask(&table, "GET", path, BROWSER).await.json()["code"], "not_found", "{path}");
    }
    assert_eq!(ask(&table, "DELETE", "/nothing", "").await.json()["code"], "method_not_allowed");
    // An unknown path has no ranges and no modification time.
    for condition in ["range: bytes=0-1\r\n", "if-modified-since: Thu, 01 Jan 2099 00:00:00 GMT\r\n"] {
        let whole = ask(&table, "GET", "/nothing", &format!("{BROWSER}{condition}")).await;
        assert_eq!((whole.status, whole.body.as_str()), (404, "<p>the page</p>"), "{condition}");
    }
    let packed = ask(&table, "GET", "/nothing", &format!("{BROWSER}accept-encoding: gzip\r\n")).await;
    assert_eq!((packed.header("content-encoding"), packed.body.as_str()), (Some("gzip"), "packed page"));
}

#[tokio::test]
async fn without_a_built_page_an_unknown_path_is_an_error() {
    let table = Table::open().await;
    assert_eq!(ask(&table, "GET", "/nothing", BROWSER).await.status, 404);
    assert_guarded(&ask(&table, "GET", "/", BROWSER).await, "the page that is not built");
}

#[tokio::test]
async fn the_script_in_the_page_is_permitted_by_its_hash() {
    let (table, web) = table_with_page().await;
    let html =
        r#"<script data-a="b">run()</script><script type="module" src="/assets/app-1a2b.js"></script>"#;
    std::fs::write(web.path().join("index.html"), html).unwrap();
    let expected =
        "script-src 'self' 'wasm-unsafe-eval' 'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='";
    for path in ["/", "/g/abcd1234", "/unknown"] {
        let answer = ask(&table, "GET", path, BROWSER).await;
        assert!(policies(&answer).contains(&expected), "{path}: {:?}", policies(&answer));
    }
    let script = ask(&table, "GET", "/assets/app-1a2b.js", "").await;
    assert!(policies(&script).contains(&"script-src 'self' 'wasm-unsafe-eval'"), "{:?}", policies(&script));
}

#[tokio::test]
async fn no_dotfile_is_served_and_no_link_leads_out_of_the_folder() {
    let (table, web) = table_with_page().await;
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("secret.txt"), "secret").unwrap();
    std::fs::create_dir(web.path().join(".git")).unwrap();
    for dotfile in [".env", ".git/config", "assets/.map"] {
        std::fs::write(web.path().join(dotfile), "secret").unwrap();
    }
    let link = |from: std::path::PathBuf, name: &str| {
        std::os::unix::fs::symlink(from, web.path().join(name)).unwrap();
    };
    link(outside.path().join("secret.txt"), "out.txt");
    link(outside.path().to_owned(), "folder");
    link(web.path().join(".env"), "env.txt");
    link(outside.path().join("secret.txt"), "icon.svg.gz");
    link(web.path().join("assets/app-1a2b.js"), "inside.js");
    for path in [
        "/.env",
        "/%2eenv",
        "/.git/config",
        "/.git%2fconfig",
        "/assets/.map",
        "/assets/%2Emap",
        "/out.txt",
        "/folder/secret.txt",
        "/env.txt",
        "/icon.svg",
    ] {
        let answer = ask(&table, "GET", path, "accept-encoding: gzip\r\n").await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("secret"), "{path}");
    }
    assert_eq!(ask(&table, "GET", "/inside.js", "").await.body, "run()");
    std::fs::remove_file(web.path().join("index.html")).unwrap();
    link(outside.path().join("secret.txt"), "index.html");
    for path in ["/", "/index.html", "/g/abcd1234"] {
        assert_eq!(ask(&table, "GET", path, BROWSER).await.status, 503, "{path}");
    }
}

// Requirements blind-47, blind-130.
#[tokio::test]
async fn a_link_in_an_answer_does_not_depend_on_what_a_stranger_says() {
    let (table, _web) = table_with_page().await;
    let created = create_behind_proxy(&table, "evil.example").await;
    assert_eq!(created["joinUrl"], path_of(&created));
}

// Requirements blind-47, blind-130.
#[tokio::test]
async fn a_link_in_an_answer_has_an_allowed_host_and_the_scheme_that_a_trusted_proxy_names() {
    let allowed =
        || ["http://club.example", "https://club.example"].map(|origin| origin.parse().unwrap()).into();
    let trusted = Setting {
        allowed_origins: allowed(),
        trusted_proxies: vec!["127.0.0.1".parse().unwrap()],
        ..Setting::default()
    };
    let table = trusted.open().await;
    let created = create_behind_proxy(&table, "club.example").await;
    assert_eq!(created["joinUrl"], format!("https://club.example{}", path_of(&created)));
    let elsewhere = create_behind_proxy(&table, "evil.example").await;
    assert_eq!(elsewhere["joinUrl"], path_of(&elsewhere));
    // Anybody can send that header: without a proxy that is trusted it says nothing.
    let table = Setting { allowed_origins: allowed(), ..Setting::default() }.open().await;
    let created = create_behind_proxy(&table, "club.example").await;
    assert_eq!(created["joinUrl"], format!("http://club.example{}", path_of(&created)));
}

/// Creates a game by a request as a proxy with TLS sends it, and returns the answer.
async fn create_behind_proxy(table: &Table, host: &str) -> serde_json::Value {
    let body = br#"{"mode":"blind"}"#;
    let head = format!(
        "POST /api/games HTTP/1.1\r\nhost: {host}\r\nx-forwarded-proto: https\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n",
        body.len()
    );
    http::request(table.address, &head, body).await.json()
}

fn path_of(created: &serde_json::Value) -> String {
    format!("/g/{}", created["gameId"].as_str().unwrap())
}
