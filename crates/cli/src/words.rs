//! The words of the command line: response files, and flags as compilers spell them.

use std::ffi::OsString;
use std::path::Path;

/// Response files may name each other so deep.
const MOST_FILES: usize = 16;

/// The words of a command line, where each `@FILE` is replaced by the words of that file.
pub fn words(given: impl IntoIterator<Item = OsString>) -> Result<Vec<OsString>, String> {
    let mut words = Vec::new();
    for word in given {
        add(word, 0, &mut words)?;
    }
    Ok(words)
}

fn add(word: OsString, depth: usize, words: &mut Vec<OsString>) -> Result<(), String> {
    let Some(text) = word.to_str() else {
        words.push(word);
        return Ok(());
    };
    match text.strip_prefix('@').filter(|name| !name.is_empty()) {
        Some(name) => {
            if depth == MOST_FILES {
                return Err(format!("`{text}`: response files name each other more than {MOST_FILES} deep"));
            }
            let content = std::fs::read_to_string(Path::new(name))
                .map_err(|error| format!("cannot read `{name}`: {error}"))?;
            let inner = split(&content).map_err(|why| format!("`{name}`: {why}"))?;
            inner.into_iter().try_for_each(|word| add(word.into(), depth + 1, words))
        }
        None => {
            words.push(match text {
                "-include" => "--include-file".into(),
                _ => match text.strip_prefix("-std=") {
                    Some(standard) => format!("--std={standard}").into(),
                    None => word,
                },
            });
            Ok(())
        }
    }
}

/// The words of a text as a shell has them: blanks are between them, quotes and `\` keep what is in or behind them.
pub fn split(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', None | Some('"')) => match characters.next() {
                Some('\n') if quote.is_none() => {}
                Some(next) => {
                    let word = word.get_or_insert_default();
                    if quote.is_some() && !matches!(next, '"' | '\\' | '$' | '`') {
                        word.push('\\');
                    }
                    word.push(next);
                }
                None => return Err("there is nothing behind the last `\\`".to_owned()),
            },
            (character, Some(open)) if character == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (character, None) if character.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character),
        }
    }
    if let Some(quote) = quote {
        return Err(format!("a {quote} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_as_shells_do() {
        let split = |text| split(text).unwrap();
        assert_eq!(
            split(" a  b\nc\\ d '' 'e \"f' \"g 'h \\\" \\n\"i"),
            ["a", "b", "c d", "", "e \"f", "g 'h \" \\ni"]
        );
        assert!(super::split("a 'b").is_err() && super::split("a\\").is_err());
        assert!(split("").is_empty());
    }

    #[test]
    fn compilers_flags_are_known() {
        let given = ["x", "-include", "a.h", "-std=c99", "-DA"].map(OsString::from);
        assert_eq!(words(given).unwrap(), ["x", "--include-file", "a.h", "--std=c99", "-DA"]);
        assert!(words([OsString::from("@/no/such/file")]).is_err());
    }
}
