//! Connections, with and without TLS.

use std::{fs::File, io, net::SocketAddr, path::Path, sync::Arc, time::Duration};

use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::mpsc,
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

use crate::{Access, ListenError};

/// Where connections come from.
#[derive(Debug)]
pub(crate) enum Listener {
    Plain(TcpListener),
    Tls(Tls),
}

impl Listener {
    pub async fn bind(access: &Access) -> Result<Listener, ListenError> {
        let address = access.listen;
        let failed = |source| ListenError::Address { address, source };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        match &access.tls {
            None => Ok(Listener::Plain(listener)),
            Some((certificate, key)) => {
                let address = listener.local_addr().map_err(failed)?;
                let acceptor = TlsAcceptor::from(Arc::new(configuration(certificate, key)?));
                let (to, connections) = mpsc::channel(64);
                tokio::spawn(accept(listener, acceptor, to));
                Ok(Listener::Tls(Tls { connections, address }))
            }
        }
    }

    pub fn address(&self) -> SocketAddr {
        match self {
            // A listener that is bound knows its address.
            Listener::Plain(listener) => {
                listener.local_addr().unwrap_or_else(|_| SocketAddr::from(([0, 0, 0, 0], 0)))
            }
            Listener::Tls(tls) => tls.address,
        }
    }
}

/// Connections that have shaken hands.
#[derive(Debug)]
pub(crate) struct Tls {
    connections: mpsc::Receiver<(TlsStream<TcpStream>, SocketAddr)>,
    address: SocketAddr,
}

impl axum::serve::Listener for Tls {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        match self.connections.recv().await {
            Some(connection) => connection,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

/// Shakes hands, with many at a time: one that is slow does not keep the others waiting.
async fn accept(
    listener: TcpListener,
    acceptor: TlsAcceptor,
    to: mpsc::Sender<(TlsStream<TcpStream>, SocketAddr)>,
) {
    while !to.is_closed() {
        let Ok((stream, address)) = listener.accept().await else {
            // Out of files, for example: others have to close theirs first.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (acceptor, to) = (acceptor.clone(), to.clone());
        tokio::spawn(async move {
            let handshake = tokio::time::timeout(Duration::from_secs(10), acceptor.accept(stream));
            if let Ok(Ok(stream)) = handshake.await {
                // The server may have ended meanwhile.
                let _ = to.send((stream, address)).await;
            }
        });
    }
}

fn configuration(certificate: &Path, key: &Path) -> Result<ServerConfig, ListenError> {
    let failed = |path: &Path, reason: String| ListenError::Tls { path: path.to_owned(), reason };
    let open = |path: &Path| File::open(path).map_err(|error| failed(path, error.to_string()));
    let chain: Result<Vec<_>, _> = CertificateDer::pem_reader_iter(open(certificate)?).collect();
    let chain = chain.map_err(|error| failed(certificate, error.to_string()))?;
    if chain.is_empty() {
        return Err(failed(certificate, "it has no certificate in PEM".into()));
    }
    let private = PrivateKeyDer::from_pem_reader(open(key)?);
    let private = private.map_err(|error| failed(key, error.to_string()))?;
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| failed(certificate, error.to_string()))?;
    let configuration = builder.with_no_client_auth().with_single_cert(chain, private);
    configuration.map_err(|error| failed(key, error.to_string()))
}
