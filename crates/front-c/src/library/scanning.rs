//! `sscanf` with a format that is a literal: a function in C that does what the format says.

use std::fmt::Write as _;

/// What a format is read as.
pub(crate) enum Scanned {
    /// The text of a function, and how many pointers it takes behind the text to read.
    Code(String, usize),
    /// Something in it is not known.
    Unknown,
}

/// A conversion: whether its value is dropped, its width, the length of its type, its letter, and the set of `[`.
struct Conversion<'a> {
    dropped: bool,
    width: Option<u64>,
    length: &'a str,
    letter: char,
    set: &'a str,
}

/// The function that reads a text by a format.
pub(crate) fn scanner(format: &str) -> Scanned {
    let (mut body, mut parameters) = (String::new(), Vec::new());
    let mut rest = format;
    while let Some(next) = rest.chars().next() {
        if !next.is_ascii() {
            return Scanned::Unknown;
        }
        if next.is_ascii_whitespace() {
            body += "while (isspace((unsigned char)*s)) s++;\n";
            rest = rest.trim_start();
            continue;
        }
        if next != '%' || rest.starts_with("%%") {
            if next == '%' {
                body += "while (isspace((unsigned char)*s)) s++;\n";
            }
            literal(&mut body, next);
            rest = &rest[if next == '%' { 2 } else { 1 }..];
            continue;
        }
        let Some((conversion, behind)) = conversion(&rest[1..]) else { return Scanned::Unknown };
        if code(&mut body, &mut parameters, &conversion).is_none() {
            return Scanned::Unknown;
        }
        rest = behind;
    }
    let listed: String = parameters.iter().map(|parameter| format!(", {parameter}")).collect();
    let text = format!(
        "int sscanf(const char *s{listed})\n{{ const char *b = s; int n = 0;\n{body}return n;\n\
         ended: return n > 0 ? n : -1; }}"
    );
    Scanned::Code(text, parameters.len())
}

/// A character that has to be there.
fn literal(body: &mut String, character: char) {
    let _ = writeln!(body, "if (!*s) goto ended; if (*s != {}) return n; s++;", character as u32);
}

/// The conversion behind a `%`, and what comes behind it.
fn conversion(text: &str) -> Option<(Conversion<'_>, &str)> {
    let dropped = text.starts_with('*');
    let text = text.strip_prefix('*').unwrap_or(text);
    let behind = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let width = text[..text.len() - behind.len()].parse().ok();
    let text = behind;
    let behind = text.trim_start_matches(['h', 'l', 'j', 'z', 't', 'L', 'q']);
    let length = &text[..text.len() - behind.len()];
    let letter = behind.chars().next()?;
    let mut behind = &behind[letter.len_utf8()..];
    let mut set = "";
    if letter == '[' {
        let inner = behind.strip_prefix('^').unwrap_or(behind);
        let inner = inner.strip_prefix(']').unwrap_or(inner);
        let end = behind.len() - inner.len() + inner.find(']')?;
        (set, behind) = (&behind[..end], &behind[end + 1..]);
    }
    Some((Conversion { dropped, width, length, letter, set }, behind))
}

/// Adds the code of a conversion.
fn code(body: &mut String, parameters: &mut Vec<String>, conversion: &Conversion<'_>) -> Option<()> {
    let skip = "while (isspace((unsigned char)*s)) s++;\nif (!*s) goto ended;\n";
    let target = format!("p{}", parameters.len());
    let most = conversion.width.unwrap_or(1 << 31);
    let Conversion { dropped, length, letter, set, .. } = *conversion;
    match letter {
        'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
            let ty = integer(length, letter)?;
            *body += skip;
            number(body, letter, most);
            if !dropped {
                let _ = writeln!(body, "*{target} = ({ty})v; n++; }}");
                parameters.push(format!("{ty} *{target}"));
            } else {
                *body += "}\n";
            }
        }
        's' | '[' | 'c' => {
            if !length.is_empty() {
                return None;
            }
            let most = if letter == 'c' { conversion.width.unwrap_or(1) } else { most };
            *body += if letter == 's' { skip } else { "if (!*s) goto ended;\n" };
            let test = match letter {
                's' => "!isspace((unsigned char)*s)".to_owned(),
                'c' => "1".to_owned(),
                _ => member(set)?,
            };
            let store = if dropped { String::new() } else { format!("{target}[k] = *s;") };
            let _ = writeln!(
                body,
                "{{ unsigned long k = 0; while (k < {most}ul && *s && ({test})) {{ {store} k++; s++; }}"
            );
            *body += match letter {
                'c' => "if (k < MOSTul) goto ended;\n",
                _ => "if (k == 0) return n;\n",
            };
            *body = body.replace("MOST", &most.to_string());
            if !dropped {
                let end = if letter == 'c' { String::new() } else { format!("{target}[k] = 0;") };
                let _ = writeln!(body, "{end} n++; }}");
                parameters.push(format!("char *{target}"));
            } else {
                *body += "}\n";
            }
        }
        'n' if !dropped => {
            let ty = integer(length, 'd')?;
            let _ = writeln!(body, "*{target} = ({ty})(s - b);");
            parameters.push(format!("{ty} *{target}"));
        }
        'f' | 'e' | 'g' | 'a' | 'E' | 'F' | 'G' | 'A' if conversion.width.is_none() => {
            let (ty, function) = match length {
                "" => ("float", "strtof"),
                "l" => ("double", "strtod"),
                "L" => ("long double", "strtold"),
                _ => return None,
            };
            *body += skip;
            // What begins as an exponent and is none is read in another way there.
            let _ = writeln!(
                body,
                "{{ char *e = 0; {ty} v = {function}(s, &e); if (e == s) return n; \
                 if (tolower((unsigned char)*e) == 'e') __kyklos_cut(); s = e;"
            );
            if !dropped {
                let _ = writeln!(body, "*{target} = v; n++; }}");
                parameters.push(format!("{ty} *{target}"));
            } else {
                *body += "}\n";
            }
        }
        _ => return None,
    }
    Some(())
}

/// Code that reads an integer into `v`, as the GNU library does: what is out of range is the nearest `long`.
fn number(body: &mut String, letter: char, width: u64) {
    let base = match letter {
        'i' => "0",
        'o' => "8",
        'x' | 'X' => "16",
        _ => "10",
    };
    let hexadecimal =
        "(base == 0 || base == 16) && left > 1 && *s == '0' && tolower((unsigned char)s[1]) == 'x'";
    let signed = matches!(letter, 'd' | 'i');
    let _ = writeln!(
        body,
        "{{ int base = {base}, minus = 0, sign = 0, seen = 0, over = 0; unsigned long left = {width}ul; unsigned long long u = 0;\n\
         if (left && (*s == '-' || *s == '+')) {{ minus = *s == '-'; sign = 1; s++; left--; }}\n\
         if ({hexadecimal}) {{ s += 2; left -= 2; base = 16; seen = 1; }}\n\
         if (base == 0) base = *s == '0' ? 8 : 10;\n\
         for (; left > 0; left--, s++) {{\n\
             int c = (unsigned char)*s, d = isdigit(c) ? c - '0' : isalpha(c) ? tolower(c) - 'a' + 10 : 99;\n\
             if (d >= base) break;\n\
             seen = 1;\n\
             if (u > (18446744073709551615ull - (unsigned long long)d) / (unsigned long long)base) over = 1;\n\
             else u = u * (unsigned long long)base + (unsigned long long)d;\n\
         }}\n\
         if (!seen) {{ if (!*s && !sign) goto ended; return n; }}"
    );
    if signed {
        let _ = writeln!(
            body,
            "long long v = over || u > 9223372036854775807ull + (unsigned long long)minus ? \
             (minus ? -9223372036854775807ll - 1 : 9223372036854775807ll) : \
             (long long)(minus ? 0ull - u : u);"
        );
    } else {
        let _ =
            writeln!(body, "unsigned long long v = over ? 18446744073709551615ull : minus ? 0ull - u : u;");
    }
}

/// The condition that the character at `s` is in a set.
fn member(set: &str) -> Option<String> {
    let (set, negated) = match set.strip_prefix('^') {
        Some(set) => (set, true),
        None => (set, false),
    };
    let characters: Vec<char> = set.chars().collect();
    let (mut parts, mut at) = (Vec::new(), 0);
    while at < characters.len() {
        let first = characters[at];
        let (last, next) = match (characters.get(at + 1), characters.get(at + 2)) {
            (Some('-'), Some(last)) => (*last, at + 3),
            _ => (first, at + 1),
        };
        if !first.is_ascii() || !last.is_ascii() {
            return None;
        }
        parts
            .push(format!("((unsigned char)*s >= {} && (unsigned char)*s <= {})", first as u32, last as u32));
        at = next;
    }
    let any = parts.join(" || ");
    Some(if negated { format!("!({any})") } else { any })
}

/// The type that a conversion of integers writes.
fn integer(length: &str, letter: char) -> Option<&'static str> {
    let signed = matches!(letter, 'd' | 'i');
    Some(match (length, signed) {
        ("", true) => "int",
        ("", false) => "unsigned",
        ("hh", true) => "signed char",
        ("hh", false) => "unsigned char",
        ("h", true) => "short",
        ("h", false) => "unsigned short",
        ("l" | "z" | "t" | "j", true) => "long",
        ("l" | "z" | "t" | "j", false) => "unsigned long",
        ("ll" | "q", true) => "long long",
        ("ll" | "q", false) => "unsigned long long",
        _ => return None,
    })
}
