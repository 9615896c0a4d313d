//! Standard output.

use crate::check::refused;
use crate::status;
use std::io::{self, Write};

/// Writes a text. Who stops reading has seen enough.
pub fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints what a command has to say, and tells the exit status.
pub fn print(what: &str, text: &str) -> u8 {
    match write(text) {
        Ok(()) => status::OK,
        Err(error) => refused(&format!("cannot write the {what}: {error}")),
    }
}
