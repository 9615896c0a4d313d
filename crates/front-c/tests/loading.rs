//! From files to programs: preprocessing, places, syntax errors, and whatever else users may hand in.

use kyklos_base::{Severity, SourceFile};
use kyklos_front_c::{DataModel, Loaded, Options, load, load_text};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::fs;
use std::path::PathBuf;

/// A new folder with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn load_file(path: PathBuf, options: &Options) -> Loaded {
    let text = fs::read_to_string(&path).unwrap();
    load(SourceFile::new(path.to_str().unwrap(), text), options)
}

/// All messages, without the folder's name.
fn messages(loaded: &Loaded) -> String {
    let (sources, diagnostics) = match loaded {
        Ok((program, diagnostics)) => (&program.sources, diagnostics),
        Err((sources, diagnostics)) => (sources, diagnostics),
    };
    let text: String = diagnostics.iter().map(|diagnostic| diagnostic.render(sources, false)).collect();
    text.replace(env!("CARGO_TARGET_TMPDIR"), "")
}

fn assert_loads(loaded: &Loaded) {
    assert!(loaded.is_ok(), "{}", messages(loaded));
}

/// A panic inside becomes a message of its own.
fn assert_no_mistake(loaded: &Loaded) {
    assert!(!messages(loaded).contains("mistake"), "{}", messages(loaded));
}

#[test]
fn included_files_are_found_beside_the_file_and_shown() {
    let files = [
        ("main.c", "#include \"parts/head.h\"\nint main(void) { return THREE; }\n"),
        ("parts/head.h", "#include \"more.h\"\n#define THREE (ONE + two())\n"),
        ("parts/more.h", "#define ONE 1\nstatic int two(void)\n{\n    return 2;\n}\n"),
    ];
    let folder = folder("included", &files);
    let loaded = load_file(folder.join("main.c"), &Options::default());
    assert_loads(&loaded);
    let (program, _) = loaded.unwrap();
    let two = &program.procedures[program.procedure_named("two").unwrap()];
    assert!(program.sources.name(two.span.file).ends_with("parts/more.h"));
    assert_eq!(program.sources.line(two.span), Some("static int two(void)"));
}

#[test]
fn system_headers_follow_the_data_model() {
    let text = "#include <assert.h>\n#include <limits.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n\
                #include <stdlib.h>\n#include <string.h>\n\
                _Static_assert(sizeof(int64_t) == 8 && sizeof(intmax_t) == 8, \"\");\n\
                int bits = sizeof(size_t) * CHAR_BIT + (LONG_MAX > INT_MAX) + (SIZE_MAX > UINT_MAX);\n\
                int main(void) { assert(bits); printf(\"%d\\n\", bits); return EXIT_SUCCESS; }\n";
    for (model, bits) in [(DataModel::Ilp32, "32"), (DataModel::Lp64, "66")] {
        let options = Options { data_model: model, ..Options::default() };
        let loaded = load_text("headers.c", text, &options);
        assert_loads(&loaded);
        let (program, _) = loaded.unwrap();
        let global = program.globals.rows().find(|global| global.name == "bits").unwrap();
        assert_eq!(format!("{:?}", global.initial), format!("Int({bits})"));
    }
}

#[test]
fn the_preprocessors_errors_are_shown_where_they_are() {
    let files = [
        ("main.c", "#include \"head.h\"\nint main(void) { return 0; }\n"),
        ("head.h", "\n#error not for you\n#if 1 +\n#endif\n"),
        ("missing.c", "int x;\n#include <no/such/header.h>\n"),
        ("itself.c", "#include \"itself.c\"\n"),
    ];
    let folder = folder("errors", &files);
    let all = ["main.c", "missing.c", "itself.c"].map(|name| {
        let loaded = load_file(folder.join(name), &Options::default());
        assert!(loaded.is_err());
        // How the preprocessor words its own messages differs.
        let text = messages(&loaded);
        text.lines()
            .filter(|line| !line.contains("(use -f"))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    });
    assert!(all[0].contains("not for you") && all[0].contains("errors/head.h:2:"), "{}", all[0]);
    assert!(all[0].contains("errors/head.h:3:"), "{}", all[0]);
    insta::assert_snapshot!(all[1]);
    assert!(all[2].contains("errors/itself.c:1:"), "{}", all[2]);
}

#[test]
fn flags_reach_the_preprocessor() {
    let folder = folder("flags", &[("elsewhere/head.h", "int there = ANSWER;\n")]);
    let include = format!("-I{}", folder.join("elsewhere").display());
    let options =
        Options { preprocessor_flags: vec![include, "-DANSWER=42".to_owned()], ..Options::default() };
    let loaded = load_text("flags.c", "#include <head.h>\nint main(void) { return there; }\n", &options);
    assert_loads(&loaded);
    let bad = Options { preprocessor_flags: vec!["--no-such-flag".to_owned()], ..Options::default() };
    let loaded = load_text("flags.c", "int main(void) { return 0; }\n", &bad);
    assert!(loaded.is_err() && messages(&loaded).contains("preprocessor"), "{}", messages(&loaded));
}

#[test]
fn preprocessed_text_leads_back_to_its_files() {
    let files = [("orig.c", "// a comment\nint main(void) {   return   x; }\n")];
    let folder = folder("markers", &files);
    let original = folder.join("orig.c");
    let text = format!("# 1 \"{}\"\n\nint main(void) {{ return x; }}\n", original.display());
    let loaded = load_text("given.i", &text, &Options::default());
    let text = messages(&loaded);
    assert!(text.contains("markers/orig.c:2:29") && text.contains("return   x;"), "{text}");
    // Comments and line ends of other systems do not matter.
    assert_loads(&load_text(
        "crlf.c",
        "int main(void) {\r\n // c\r\n return 0; /* d */\r\n}\r\n",
        &Options::default(),
    ));
}

#[test]
fn syntax_errors_are_put_into_words() {
    let texts = [
        "int f(void) { return 1 }",
        "int f(void) { x = ; }",
        "int f(void) { if (1) {",
        "int f(void) { return 1; } }",
        "int f(void) { while (x { x++; } }",
        "int f(void) { int i\n  i = 3; }",
        "int f(void) { foo_t x; }",
        "int f(void) { foo_t *x = 0; }",
        "bool flag;",
        "int f(uint32_t x);",
        "int f(void) { else x; }",
        "int f(void) { l: int x = 1; }",
        "int x = 08;",
        "int x = 1abc;",
        "int x = 0xg;",
        "char *s = \"abc;",
        "char c = '';",
        "char c = '\\q';",
        "int é;",
        "void f(void *p) { goto *p; }",
        "[[gnu::mode(QI)]] int f(void);",
        "int f(void) { class foo x; }",
        "x = 3;",
        "int \u{1}x;",
    ];
    let all: String =
        texts.iter().map(|text| messages(&load_text("t.c", text, &Options::default()))).collect();
    insta::assert_snapshot!(all);
}

#[test]
fn what_lang_c_does_not_know_is_mended() {
    let text = "__extension__ typedef struct { long long a __attribute__((aligned(8))); __float128 b; } big;\n\
                main() { int x __attribute__((unused)) = 1; switch (x) { case 1: }\n\
                __attribute__((fallthrough)); goto end; end: }\n";
    let loaded = load_text("mended.c", text, &Options::default());
    assert_loads(&loaded);
    assert_eq!(messages(&loaded), "");
    let text = "int main(void) { int x __attribute__((cleanup(f))) = 1; return x; }";
    let loaded = load_text("cleanup.c", text, &Options::default());
    assert!(messages(&loaded).starts_with("error: `f`, which is to clean up, is no function here"));
}

#[test]
fn deep_and_long_programs_are_loaded_or_refused() {
    let main = |body: String| format!("int main(void) {{ int x = 0; {body} return x; }}");
    let nest = |open: &str, middle: &str, close: &str, depth: usize| {
        main(format!("x = {}{middle}{};", open.repeat(depth), close.repeat(depth)))
    };
    let accepted = [
        nest("(", "1", ")", 900),
        nest("(1 + ", "x", ")", 300),
        nest("!", "x", "", 2000),
        nest("1 + ", "x", "", 100_000),
        nest("x == 7 || ", "x", "", 30_000),
        nest("x++, ", "x", "", 10_000),
        main("if (x == 7) x++; else ".repeat(10_000) + ";"),
        main("if (x) { x = 2; } else ".repeat(400) + ";"),
        main("x = x + 1;\n".repeat(3000)),
        main("{".repeat(300) + &"}".repeat(300)),
    ];
    for text in accepted {
        assert_loads(&load_text("deep.c", &text, &Options::default()));
    }
    let refused = [
        nest("(", "1", ")", 100_000),
        nest("1 + ", "1", "", 600_000),
        main("{".repeat(100_000)),
        main("if (x) ".repeat(300_000) + ";"),
        "(".repeat(1_000_000),
        "[".repeat(1_000_000),
    ];
    for text in refused {
        let loaded = load_text("deep.c", &text, &Options::default());
        assert!(messages(&loaded).contains("nested too deep"), "{}", messages(&loaded));
    }
}

#[test]
fn empty_and_strange_files_are_refused_in_words() {
    for text in [
        "",
        " \n",
        "// nothing",
        "\u{0}\u{1}\u{2}",
        "\u{feff}int main(void) { return 0; }",
        "#",
        "\\",
        "\"",
        "'",
    ] {
        let loaded = load_text("strange.c", text, &Options::default());
        match &loaded {
            Ok(_) => assert!(text.starts_with('\u{feff}')),
            Err((_, diagnostics)) => {
                assert!(diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error));
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

    /// The ending `.i` keeps the preprocessor out.
    #[test]
    fn no_text_is_too_strange(text in any::<String>()) {
        assert_no_mistake(&load_text("any.i", &text, &Options::default()));
    }

    #[test]
    fn no_soup_of_tokens_is_too_strange(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..60)) {
        let body = words.join(" ");
        for text in [format!("int main(void) {{ int x; int *p; char s[9]; {body} }}"), body] {
            assert_no_mistake(&load_text("soup.i", &text, &Options::default()));
        }
    }
}

const WORDS: [&str; 62] = [
    "int",
    "char",
    "x",
    "p",
    "s",
    "main",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    "=",
    "==",
    "+",
    "++",
    "*",
    "&",
    "&&",
    "?",
    ":",
    "0",
    "1",
    "-1",
    "08",
    "1.5",
    "'a'",
    "\"t\"",
    "if",
    "else",
    "while",
    "for",
    "do",
    "return",
    "goto",
    "l",
    "l:",
    "case",
    "switch",
    "default:",
    "break;",
    "continue;",
    "struct",
    "union",
    "enum",
    "typedef",
    "sizeof",
    "void",
    "unsigned",
    "->",
    ".",
    "malloc",
    "free",
    "strlen",
    "memcpy",
    "memset",
    "strcmp",
    "...",
    "# 3 \"a.c\"\n",
    "__attribute__((packed))",
];
