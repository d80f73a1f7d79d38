//! A connection that is closed if its other end reads nothing for too long.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use crate::head::Heads;
use crate::meter::Meter;

/// How long the other end may read nothing of what is sent.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Connection {
    stream: TcpStream,
    meter: Meter,
    heads: Heads,
    limit: Duration,
    /// Runs while data waits to be read.
    patience: Option<Pin<Box<Sleep>>>,
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, meter: Meter) -> Connection {
        Connection::with(stream, meter, PATIENCE)
    }

    /// A connection whose requests come in frames, not in lines.
    pub(crate) fn of_frames(stream: TcpStream, meter: Meter) -> Connection {
        Connection {
            heads: Heads::elsewhere(),
            ..Connection::new(stream, meter)
        }
    }

    fn with(stream: TcpStream, meter: Meter, limit: Duration) -> Connection {
        Connection {
            stream,
            meter,
            heads: Heads::default(),
            limit,
            patience: None,
        }
    }

    /// The result of trying to send, unless it has failed for too long.
    fn patiently<T>(
        &mut self,
        context: &mut Context<'_>,
        tried: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if tried.is_ready() {
            self.patience = None;
            return tried;
        }
        let end = Instant::now() + self.limit;
        let patience = self
            .patience
            .get_or_insert_with(|| Box::pin(sleep_until(end)));
        ready!(patience.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, into))?;
        let read = &mut into.filled_mut()[before..];
        self.heads.pass(read);
        Poll::Ready(self.meter.count(read.len()))
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.patiently(context, tried)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let tried = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.patiently(context, tried)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    #[tokio::test]
    async fn who_takes_nothing_is_given_up() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stream, _visitor) = tokio::join!(listener.accept(), TcpStream::connect(address));
        let mut connection = Connection::with(
            stream.unwrap().0,
            Meter::default(),
            Duration::from_millis(100),
        );
        let error = loop {
            if let Err(error) = connection.write_all(&[0; 1 << 16]).await {
                break error;
            }
        };
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }
}
