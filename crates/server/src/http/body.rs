//! Bodies of requests: bounded, and decompressed.

use std::io::Read;

use axum::{
    body::{Body, to_bytes},
    http::{HeaderMap, StatusCode, header},
    response::Response,
};
use flate2::read::MultiGzDecoder;

use super::refuse;

/// The whole body of a request, at most so long, as sent and after decompression.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Body,
    largest: usize,
) -> Result<Vec<u8>, Response> {
    let too_large = || {
        let reason = format!("the body is larger than {largest} bytes; send less at a time");
        refuse(StatusCode::PAYLOAD_TOO_LARGE, reason)
    };
    let announced =
        headers.get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse().ok());
    if announced.is_some_and(|length: usize| length > largest) {
        return Err(too_large());
    }
    let bytes = match to_bytes(body, largest).await {
        Ok(bytes) => bytes,
        // What was read of it is more than that, or the connection broke.
        Err(_) => return Err(too_large()),
    };
    let encoding = headers.get(header::CONTENT_ENCODING).map(|it| it.to_str().unwrap_or("?"));
    match encoding {
        None | Some("identity") => Ok(bytes.into()),
        Some("gzip" | "x-gzip") => {
            let mut text = Vec::new();
            let mut decoder = MultiGzDecoder::new(&*bytes).take(largest as u64 + 1);
            match decoder.read_to_end(&mut text) {
                Ok(length) if length > largest => Err(too_large()),
                Ok(_) => Ok(text),
                Err(error) => {
                    Err(refuse(StatusCode::BAD_REQUEST, format!("the body is not gzip: {error}")))
                }
            }
        }
        Some(other) => {
            let reason = format!("the encoding {other} is not supported; send gzip or none");
            Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason))
        }
    }
}
