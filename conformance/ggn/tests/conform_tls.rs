//! The protocol scripts over TLS, against a server behind a proxy that ends it; and what is said of certificates that are not to be trusted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use crate::support::{root, server};

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use serde_json::Value;
use tabula::limits::Limits;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// Somebody who signs certificates, with the file by which they can be trusted.
struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    file: tempfile::NamedTempFile,
}

impl Authority {
    fn new() -> Authority {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), issuer.pem()).unwrap();
        Authority { issuer, file }
    }

    /// Ends TLS, with a certificate for `name`, in front of a server.
    async fn proxy(&self, name: &str, until: i32, server: SocketAddr) -> SocketAddr {
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = date_time_ymd(until, 1, 1);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(
                vec![certificate.der().clone()],
                PrivateKeyDer::try_from(key.serialize_der()).unwrap(),
            )
            .unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let acceptor = acceptor.clone();
                tokio::spawn(async move {
                    let Ok(mut outside) = acceptor.accept(stream).await else { return };
                    let mut inside = TcpStream::connect(server).await.unwrap();
                    let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
                });
            }
        });
        address
    }
}

/// Runs the tool, and returns its status and its output.
async fn conform(url: &str, roots: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_ggn"))
        .current_dir(root())
        .args(["conform", "--color", "never", "--patience", "60000", "--server", url])
        .args(arguments)
        .env("SSL_CERT_FILE", roots)
        .env_remove("SSL_CERT_DIR")
        .stdin(Stdio::null())
        .output()
        .await
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_behind_tls_keeps_the_protocol() {
    let server = server(Limits { create_burst: 500, ..Limits::default() }).await;
    let authority = Authority::new();
    let proxy = authority.proxy("localhost", 2999, server.address()).await;
    let url = format!("wss://localhost:{}", proxy.port());
    // The same scripts pass without TLS in `conform_server.rs`; a third of them goes through every message behind TLS.
    let is_long = dev::is_long();
    let (scripts, least): (&[&str], _) = if is_long { (&[], 100) } else { (&["--filter", "room"], 30) };
    let (status, out, err) =
        conform(&url, authority.file.path(), &[&["--format", "json"], scripts].concat()).await;
    assert_eq!(status, 0, "{out}{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(report["passed"].as_u64().unwrap() >= least, "{}", report["passed"]);
    assert_eq!(report["failed"], 0);
    server.stop().await;
    // Scripts over plain HTTP go the same way, and an address does as well as a name.
    let server = self::server(Limits { create_burst: 500, ..Limits::default() }).await;
    let proxy = authority.proxy("127.0.0.1", 2999, server.address()).await;
    let (status, out, err) =
        conform(&format!("https://{proxy}/"), authority.file.path(), &["--filter", "makes no game"]).await;
    assert_eq!(status, 0, "{out}{err}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_not_to_be_trusted_is_named_so_and_nothing_is_played() {
    let server = server(Limits { create_burst: 500, ..Limits::default() }).await;
    let (known, stranger) = (Authority::new(), Authority::new());
    let good = known.proxy("localhost", 2999, server.address()).await.port();
    let expired = known.proxy("localhost", 2021, server.address()).await.port();
    let named_otherwise = known.proxy("play.example.org", 2999, server.address()).await.port();
    let without = server.address().port();
    let empty = tempfile::NamedTempFile::new().unwrap();
    let known_file = known.file.path();
    for (port, roots, words) in [
        (good, stranger.file.path(), "nobody vouches for it whom this system trusts"),
        (good, empty.path(), "no root certificates"),
        (expired, known_file, "the certificate of localhost is not to be trusted: it has expired"),
        (named_otherwise, known_file, "it is for another name"),
        (without, known_file, "localhost does not speak TLS there"),
    ] {
        let (status, out, err) = conform(&format!("wss://localhost:{port}"), roots, &[]).await;
        assert_eq!((status, out.as_str()), (2, ""), "{words}: {err}");
        assert!(err.contains(words), "{words}: {err}");
    }
    server.stop().await;
}
