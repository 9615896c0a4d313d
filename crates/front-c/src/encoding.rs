//! Sources that are not UTF-8: bytes that are no text of that encoding stand for themselves.

/// Where the characters start that stand for single bytes: in a range that Unicode leaves to private use.
const BYTES: u32 = 0xF700;

/// The text of bytes. Those that are not UTF-8 become characters of their own.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().filter_map(|byte| char::from_u32(BYTES + u32::from(*byte))));
    }
    text
}

/// The byte that a character stands for, if it is one of these.
pub(crate) fn byte_of(character: char) -> Option<u8> {
    let byte = u32::from(character).checked_sub(BYTES).and_then(|byte| u8::try_from(byte).ok());
    byte.filter(|byte| !byte.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        let text = decode(b"a\xfc\xc3\xbcb".to_vec());
        assert_eq!(text.chars().map(byte_of).collect::<Vec<_>>(), [None, Some(0xfc), None, None]);
        assert!(text.contains('ü') && decode(b"plain".to_vec()) == "plain");
    }
}
