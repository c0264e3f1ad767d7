//! TLS as a browser speaks it: by the roots that this system trusts, and with a sentence for what is wrong with a certificate.

use std::io;
use std::sync::{Arc, OnceLock};

use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{CertificateError, ClientConfig, Error, RootCertStore};

/// Trusted roots, read once: the files of a system's roots are many.
static CONFIG: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();

/// Speaks TLS on a connection to `host`.
pub(super) async fn begin(host: &str, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
    let config = CONFIG.get_or_init(configure).clone().map_err(io::Error::other)?;
    let name = ServerName::try_from(host.to_owned())
        .map_err(|_| io::Error::other(format!("{host} is no name that a certificate could be for")))?;
    let connected = TlsConnector::from(config).connect(name, stream).await;
    connected.map_err(|error| {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()).map(|why| explain(host, why)) {
            Some(sentence) => io::Error::new(error.kind(), sentence),
            None => error,
        }
    })
}

/// Roots are those of the system, or of `SSL_CERT_FILE` and `SSL_CERT_DIR` where these are set.
fn configure() -> Result<Arc<ClientConfig>, String> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    // A system has unusable roots, which do no harm.
    let (usable, _) = roots.add_parsable_certificates(found.certs);
    if usable == 0 {
        let why: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        let why = if why.is_empty() { String::new() } else { format!(": {}", why.join("; ")) };
        return Err(format!(
            "no root certificates are there to trust a server by{why}; SSL_CERT_FILE may name a file of them"
        ));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|why| why.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

fn explain(host: &str, error: &Error) -> String {
    match error {
        Error::InvalidCertificate(why) => {
            let why = match why {
                CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                    "it has expired".to_owned()
                }
                CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                    "it is not valid yet".to_owned()
                }
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                    "it is for another name".to_owned()
                }
                // A root of the same name and with another key has not signed it either.
                CertificateError::UnknownIssuer | CertificateError::BadSignature => {
                    "nobody vouches for it whom this system trusts; SSL_CERT_FILE may name a file of other roots"
                        .to_owned()
                }
                other => other.to_string(),
            };
            format!("the certificate of {host} is not to be trusted: {why}")
        }
        Error::InvalidMessage(_) => format!("{host} does not speak TLS there: ws:// or http:// may be meant"),
        other => format!("no TLS with {host}: {other}"),
    }
}
