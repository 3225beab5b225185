//! TLS to the broker, with the system's OpenSSL (cargo feature `tls`): the distribution mends it, and kifud need not be built anew for that.
//!
//! Files are read for every connection, so that a certificate that was renewed is used without a restart. Where a CA is named it alone is
//! believed; otherwise those that the system believes.

use std::path::PathBuf;

/// How a connection is secured.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tls {
    /// Certificates of the authorities that are believed, PEM; none for those of the system.
    pub ca_file: Option<PathBuf>,
    /// Our own certificate with those between it and its authority, and its key (PKCS#8), PEM, where the broker wants one.
    pub client: Option<(PathBuf, PathBuf)>,
}

/// Why a connection cannot be secured.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// What a file holds is not what it should be. Never says what it holds.
    #[error("{} is not usable ({why}): it must be {wanted}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What it should hold.
        wanted: &'static str,
        /// What OpenSSL says.
        why: String,
    },
    /// OpenSSL refuses to begin.
    #[error("TLS cannot be used: {0}")]
    System(String),
    /// The program was built without it.
    #[error(
        "this kifud was built without TLS (cargo feature tls): install one with it, or let a mosquitto on this machine bridge to the other broker"
    )]
    NotBuilt,
}

impl Tls {
    /// The transport of one connection.
    ///
    /// # Errors
    /// [`TlsError`].
    #[cfg(feature = "tls")]
    pub fn transport(&self) -> Result<rumqttc::Transport, TlsError> {
        use rumqttc::tokio_native_tls::native_tls::{Certificate, Identity, Protocol, TlsConnector};
        let mut connector = TlsConnector::builder();
        connector.min_protocol_version(Some(Protocol::Tlsv12));
        if let Some(path) = &self.ca_file {
            connector.disable_built_in_roots(true);
            let wanted = "one certificate or more, PEM";
            let content = |why: String| TlsError::Content { path: path.clone(), wanted, why };
            let authorities = Certificate::stack_from_pem(&read(path)?).map_err(|error| content(error.to_string()))?;
            if authorities.is_empty() {
                return Err(content("there is none in it".to_owned()));
            }
            for authority in authorities {
                connector.add_root_certificate(authority);
            }
        }
        if let Some((certificate, key)) = &self.client {
            let identity = Identity::from_pkcs8(&read(certificate)?, &read(key)?).map_err(|error| unusable_key(key, &error.to_string()))?;
            connector.identity(identity);
        }
        // OpenSSL looks only now whether key and certificate belong together.
        let connector = connector.build().map_err(|error| match &self.client {
            Some((_, key)) => unusable_key(key, &error.to_string()),
            None => TlsError::System(error.to_string()),
        })?;
        Ok(rumqttc::Transport::tls_with_config(connector.into()))
    }

    /// Without the feature: says so.
    ///
    /// # Errors
    /// Always [`TlsError::NotBuilt`].
    #[cfg(not(feature = "tls"))]
    pub fn transport(&self) -> Result<rumqttc::Transport, TlsError> {
        Err(TlsError::NotBuilt)
    }
}

#[cfg(feature = "tls")]
fn read(path: &std::path::Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(path).map_err(|why| TlsError::File { path: path.to_owned(), why })
}

#[cfg(feature = "tls")]
fn unusable_key(path: &std::path::Path, why: &str) -> TlsError {
    let wanted = "the key of cert_file, PKCS#8 PEM (openssl pkcs8 -topk8 -nocrypt makes it one)";
    TlsError::Content { path: path.to_owned(), wanted, why: why.to_owned() }
}
