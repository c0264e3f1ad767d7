//! The way to a database, encrypted.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tabula::journal::{Journal as _, JournalError, PostgresJournal};
use tabula::limits::Limits;

use crate::common::postgres::Cluster;

/// Returns somebody who signs certificates, and the file by which they can be trusted.
pub(crate) fn authority() -> (CertifiedIssuer<'static, KeyPair>, tempfile::NamedTempFile) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), issuer.pem()).unwrap();
    (issuer, file)
}

#[tokio::test]
async fn a_database_is_trusted_by_its_certificate_and_its_name() {
    let ((issuer, trusted), (_other, stranger)) = (authority(), authority());
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(["localhost".to_owned()]).unwrap();
    let certificate = params.signed_by(&key, &issuer).unwrap();
    let cluster = Cluster::with_tls(&certificate.pem(), &key.serialize_pem());
    let port = cluster.database().address().port();
    let open = |host: &'static str, mode: &'static str, root: &tempfile::NamedTempFile| {
        let root = root.path().display();
        let url = format!("postgres://postgres@{host}:{port}/postgres?sslmode={mode}&sslrootcert={root}");
        async move { PostgresJournal::open(&url.parse().unwrap(), "rules", &Limits::default()).await }
    };
    let journal = open("localhost", "verify-full", &trusted).await.unwrap();
    journal.probe().await.unwrap();
    journal.close().await;
    for (host, root) in [("localhost", &stranger), ("127.0.0.1", &trusted)] {
        let refused = open(host, "verify-full", root).await;
        let Err(JournalError::Database(sqlx::Error::Io(fault))) = refused else {
            panic!("{host}: {refused:?}")
        };
        assert!(fault.to_string().contains("certificate"), "{host}: {fault}");
    }
    let unencrypted = open("localhost", "disable", &trusted).await;
    assert!(matches!(unencrypted, Err(JournalError::Database(sqlx::Error::Database(_)))), "{unencrypted:?}");
}
