//! The way to Redis, encrypted, by a user with a password.

use std::fs;
use std::path::Path;
use std::process::Command;

use rcgen::{CertificateParams, KeyPair};

use super::transfer::told;
use crate::common::pair;
use crate::common::player::play;
use crate::common::port::free_port;
use crate::common::process::Process;
use crate::common::redis::RedisServer;
use crate::postgres::tls::authority;

/// Returns what `tabula journal check` says that trusts the roots in a file; it must fail.
fn refused(url: &str, roots: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tabula"))
        .args(["journal", "check"])
        .env("TABULA_JOURNAL", url)
        .env("SSL_CERT_FILE", roots)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = told(&[output.stdout, output.stderr].concat());
    assert!(!said.contains("opensesame"), "{said}");
    said
}

#[tokio::test]
async fn redis_is_trusted_by_its_certificate_and_its_name() {
    let ((issuer, trusted), (_other, stranger)) = (authority(), authority());
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &issuer).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (pem, key_pem) = (folder.path().join("redis.pem"), folder.path().join("redis.key"));
    fs::write(&pem, certificate.pem()).unwrap();
    fs::write(&key_pem, key.serialize_pem()).unwrap();
    let port = free_port();
    // The test itself looks into it by the port without TLS.
    let redis = RedisServer::with(&format!(
        "tls-port {port}\ntls-cert-file {}\ntls-key-file {}\ntls-auth-clients no\n",
        pem.display(),
        key_pem.display()
    ));
    let document = dev::files::text("server/REDIS.md");
    let user = document.lines().find(|line| line.starts_with("ACL SETUSER tabula on ")).unwrap();
    let user = user.replace("PASSWORD", "opensesame");
    redis.ask::<String>(&user.split(' ').collect::<Vec<_>>()).await;

    let at = |host: &str| format!("rediss://tabula:opensesame@{host}:{port}/0");
    let roots = trusted.path().to_str().unwrap();
    let variables = [("TABULA_JOURNAL", at("localhost")), ("SSL_CERT_FILE", roots.to_owned())];
    let variables = variables.each_ref().map(|(name, value)| (*name, value.as_str()));
    let server = Process::start_with(folder.path(), &variables);
    let (mut white, mut black) = pair(server.address, "blind").await;
    play(&mut white, &mut black, "e2e4 e7e5").await;
    let clients: String = redis.ask(&["CLIENT", "LIST", "TYPE", "normal"]).await;
    let of_user: Vec<&str> = clients.lines().filter(|client| client.contains(" user=tabula ")).collect();
    let local = format!(":{port} ");
    assert!(!of_user.is_empty() && of_user.iter().all(|client| client.contains(&local)), "{clients}");
    assert!(server.terminate().success());
    let stored: u64 = redis.ask(&["ZCARD", "tabula:games"]).await;
    assert_eq!(stored, 1);

    for (host, roots) in [("localhost", &stranger), ("127.0.0.1", &trusted)] {
        let said = refused(&at(host), roots.path());
        assert!(said.contains("certificate"), "{host}: {said}");
    }
    // Not encrypted at this port, and encrypted at the other, where Redis may wait for the end of a line.
    let plain = at("localhost").replace("rediss://", "redis://");
    assert!(refused(&plain, trusted.path()).contains("Redis server failed"));
    let other = at("localhost").replace(&format!(":{port}/"), &format!(":{}/", redis.address().port()));
    let said = refused(&other, trusted.path());
    assert!(said.contains("does not answer") || said.contains("Redis server failed"), "{said}");
}
