//! Questions about types, generated: which of them are compatible, and what type expressions have. The compiler answers
//! the same ones.

use crate::generator::Random;
use crate::native;
use crate::programs::{Case, interpreted, loaded};
use std::fmt::Write;

/// How many programs are generated, and how many questions each of them asks.
const PROGRAMS: u64 = 8;
const QUESTIONS: usize = 400;

/// How many variables of a program have types of their own.
const VARIABLES: usize = 40;

/// What the types are made of: names, and whether these are arrays.
const BASES: [(&str, bool); 26] = [
    ("int", false),
    ("unsigned", false),
    ("char", false),
    ("signed char", false),
    ("unsigned char", false),
    ("short", false),
    ("long", false),
    ("unsigned long", false),
    ("long long", false),
    ("_Bool", false),
    ("float", false),
    ("double", false),
    ("long double", false),
    ("enum a", false),
    ("enum b", false),
    ("enum negative", false),
    ("enum large", false),
    ("enum small", false),
    ("unnamed", false),
    ("struct s", false),
    ("union u", false),
    ("constant", false),
    ("pointer", false),
    ("shared", false),
    ("row", true),
    ("table", true),
];

/// Which of them are enumerations.
const ENUMERATIONS: std::ops::Range<usize> = 13..19;

/// What all programs declare.
const PRELUDE: &str = "int printf(const char *, ...);\n\
    enum a { A1, A2 };\nenum b { B1, B2 };\nenum negative { N1 = -1, N2 };\nenum large { L1 = 0x100000000 };\n\
    enum __attribute__((packed)) small { S1, S2 };\ntypedef enum { U1, U2 } unnamed;\n\
    struct s { int x; };\nunion u { int x; float y; };\n\
    typedef const int constant;\ntypedef int *pointer;\ntypedef const volatile char *const shared;\n\
    typedef int row[3];\ntypedef const char table[2][2];\nstatic int zero;\n";

/// A type as it is written.
#[derive(Clone)]
enum Type {
    /// Qualifiers and the number of a name.
    Base(u8, usize),
    Pointer(u8, Box<Type>),
    Array(Box<Type>, Option<u8>),
    Function(Box<Type>, Option<Vec<Type>>),
}
use Type::{Array, Base, Function, Pointer};

impl Type {
    /// The declaration of something with this type.
    fn declare(&self, name: &str) -> String {
        match self {
            Base(qualifiers, base) => format!("{}{} {name}", words(*qualifiers), BASES[*base].0),
            Pointer(qualifiers, target) => {
                // Before a bracket, `_Atomic` is something else.
                let atomic = if name.starts_with('(') { 7 } else { 15 };
                let star = format!("*{}{name}", words(*qualifiers & atomic));
                match **target {
                    Array(..) | Function(..) => target.declare(&format!("({star})")),
                    _ => target.declare(&star),
                }
            }
            Array(element, length) => {
                let length = length.map_or(String::new(), |length| length.to_string());
                element.declare(&format!("{name}[{length}]"))
            }
            Function(result, parameters) => {
                let written = match parameters {
                    None => String::new(),
                    Some(all) if all.is_empty() => "void".to_owned(),
                    Some(all) => all.iter().map(|one| one.declare("")).collect::<Vec<_>>().join(", "),
                };
                result.declare(&format!("{name}({written})"))
            }
        }
    }

    fn written(&self) -> String {
        self.declare("")
    }

    fn is_array(&self) -> bool {
        match self {
            Base(_, base) => BASES[*base].1,
            ty => matches!(ty, Array(..)),
        }
    }

    fn is_scalar(&self) -> bool {
        matches!(self, Pointer(..)) || matches!(self, Base(_, base) if *base < 19)
    }

    /// The type of a parameter or result: GCC tells atomic ones from others.
    fn not_atomic(self) -> Type {
        match self {
            Base(qualifiers, base) => Base(qualifiers & 7, base),
            Pointer(qualifiers, target) => Pointer(qualifiers & 7, target),
            ty => ty,
        }
    }

    fn pointer(self) -> Type {
        Pointer(0, Box::new(self))
    }
}

fn words(qualifiers: u8) -> String {
    let all = ["const", "volatile", "restrict", "_Atomic"].iter().enumerate();
    all.filter(|(bit, _)| qualifiers & (1 << bit) != 0).map(|(_, word)| format!("{word} ")).collect()
}

/// Qualifiers, mostly none. `restrict` is for pointers to objects, `_Atomic` is not for arrays.
fn qualifiers(random: &mut Random, restrict: bool, atomic: bool) -> u8 {
    match random.below(12) {
        0..5 => 0,
        5..7 => 1,
        7..9 => 2,
        9 => 3,
        10 if restrict => 4 + random.below(2) as u8,
        11 if atomic => 8 + random.below(3) as u8,
        _ => 0,
    }
}

/// A type of objects.
fn object(random: &mut Random, depth: usize) -> Type {
    match random.below(if depth == 0 { 3 } else { 8 }) {
        0..3 => {
            let base = random.below(BASES.len());
            Base(qualifiers(random, false, !BASES[base].1), base)
        }
        3..6 => {
            let target =
                if random.below(6) == 0 { function(random, depth - 1) } else { object(random, depth - 1) };
            Pointer(qualifiers(random, !matches!(target, Function(..)), true), Box::new(target))
        }
        6 => function(random, depth - 1).pointer(),
        _ => Array(Box::new(object(random, depth - 1)), Some(2 + random.below(2) as u8)),
    }
}

fn function(random: &mut Random, depth: usize) -> Type {
    let mut result = object(random, depth);
    while result.is_array() {
        result = object(random, depth);
    }
    let parameters = (0..random.below(3)).map(|_| object(random, depth).not_atomic()).collect();
    Function(Box::new(result.not_atomic()), if random.below(5) == 0 { None } else { Some(parameters) })
}

/// A type that is like another, or just the same.
fn near(random: &mut Random, ty: &Type) -> Type {
    let go_on = random.below(3) > 0;
    match ty {
        Base(own, base) => match random.below(6) {
            0 => Base(qualifiers(random, false, !BASES[*base].1), *base),
            1 => {
                let other = random.below(BASES.len());
                // GCC forgets an enumeration's qualifiers where it compares it with an integer.
                let is_told = ENUMERATIONS.contains(base) == ENUMERATIONS.contains(&other) || *own == 0;
                let keeps = BASES[other].1 == BASES[*base].1 && is_told;
                Base(*own, if keeps { other } else { *base })
            }
            _ => ty.clone(),
        },
        Pointer(own, target) if go_on => Pointer(*own, Box::new(near(random, target))),
        Pointer(_, target) => {
            let restrict = !matches!(**target, Function(..));
            Pointer(qualifiers(random, restrict, true), target.clone())
        }
        Array(element, length) if go_on => match near(random, element) {
            // Elements have lengths.
            Array(_, None) => ty.clone(),
            element => Array(Box::new(element), *length),
        },
        Array(element, _) => {
            Array(element.clone(), if random.below(2) == 0 { None } else { Some(2 + random.below(2) as u8) })
        }
        Function(result, parameters) => match random.below(4) {
            0 => Function(result.clone(), None),
            1 => Function(Box::new(near(random, result).not_atomic()), parameters.clone()),
            _ => {
                let near = |one: &Type| near(random, one).not_atomic();
                let all = parameters.as_ref().map(|all| all.iter().map(near).collect());
                Function(result.clone(), all)
            }
        },
    }
}

/// A variable or member: how it is written, and its type.
type Place = (String, Type);

/// An expression, and a type that it may have.
fn expression(random: &mut Random, places: &[Place]) -> (String, Type) {
    let (name, ty) = &places[random.below(places.len())];
    match (random.below(8), ty) {
        (0, _) => (format!("&{name}"), ty.clone().pointer()),
        (1, Pointer(_, target)) if !matches!(**target, Function(..)) => {
            (format!("*{name}"), (**target).clone())
        }
        (1, Array(element, _)) => (format!("{name}[1]"), (**element).clone()),
        (2 | 3, Array(element, _)) => (format!("&{name}[1]"), (**element).clone().pointer()),
        (2, Pointer(_, target)) if !matches!(**target, Function(..)) => {
            (format!("&*{name}"), (**target).clone().pointer())
        }
        (3, Pointer(_, target)) => match &**target {
            Function(result, Some(all)) if all.is_empty() => (format!("{name}()"), (**result).clone()),
            _ => (format!("({name}, {name})"), ty.clone()),
        },
        (4, ty) if ty.is_scalar() => (format!("(zero ? {name} : {name})"), ty.clone()),
        (5, Pointer(_, target)) if !matches!(**target, Function(..)) => {
            let other = near(random, ty);
            let cast = format!("({}) 0", other.written());
            match random.below(3) {
                0 => (format!("(zero ? {name} : (void *) 0)"), ty.clone()),
                // There is no `restrict void`.
                1 if !matches!(**target, Pointer(4.., _)) => {
                    (format!("(zero ? (const void *) {name} : {name})"), ty.clone())
                }
                _ if matches!(&other, Pointer(_, same) if same.written() == target.written()) => {
                    (format!("(zero ? {name} : {cast})"), other)
                }
                _ => (format!("({cast})"), other),
            }
        }
        (5, Pointer(..)) => (format!("*{name}"), ty.clone()),
        (6, ty) if ty.is_scalar() => (format!("({{ __auto_type x = {name}; &x; }})"), ty.clone().pointer()),
        (7, _) => (format!("({{ __typeof__({name}) *x = 0; x; }})"), ty.clone().pointer()),
        _ => (name.clone(), ty.clone()),
    }
}

/// Whether a type may stand in a `_Generic`.
fn is_case(ty: &Type) -> bool {
    match ty {
        Array(element, length) => length.is_some() && is_case(element),
        ty => !matches!(ty, Function(..)),
    }
}

fn question(random: &mut Random, places: &[Place]) -> String {
    let depth = 1 + random.below(3);
    match random.below(3) {
        0 => {
            let left = if random.below(8) == 0 { function(random, depth) } else { object(random, depth) };
            let right = near(random, &left);
            format!("__builtin_types_compatible_p({}, {})", left.written(), right.written())
        }
        1 => {
            let (value, ty) = expression(random, places);
            let other = near(random, &ty);
            format!("__builtin_types_compatible_p(__typeof__({value}), {})", other.written())
        }
        _ => loop {
            let (value, ty) = expression(random, places);
            // The value of an array is a pointer, and a value has no qualifiers.
            let ty = match ty {
                Array(element, _) => element.pointer(),
                Base(_, base) => Base(0, base),
                Pointer(_, target) => Pointer(0, target),
                ty => ty,
            };
            let case = match near(random, &ty) {
                // As above.
                Base(_, base) if ENUMERATIONS.contains(&base) => Base(0, base),
                case => case,
            };
            if is_case(&case) {
                break format!("_Generic({value}, {}: 1, default: 0)", case.written());
            }
        },
    }
}

fn program(number: u64) -> (String, Vec<String>) {
    let mut random = Random::new(number ^ 0x7157);
    let mut text = PRELUDE.to_owned();
    let mut places = Vec::new();
    let (mut members, mut parameters, mut arguments) = (String::new(), Vec::new(), Vec::new());
    for index in 0..VARIABLES {
        let ty = object(&mut random, 3);
        match index % 4 {
            0 => {
                let _ = write!(members, "{}; ", ty.declare(&format!("m{index}")));
                for record in ["holder.", "constant_holder.", "pointed->", "both->", "inner.holder."] {
                    // What of it is qualified is found out by questions.
                    places.push((format!("{record}m{index}"), ty.clone()));
                }
            }
            1 => {
                let _ = writeln!(text, "static {};", ty.declare(&format!("given{index}")));
                parameters.push(ty.declare(&format!("v{index}")));
                arguments.push(format!("given{index}"));
                let ty = match ty {
                    Array(element, _) => element.pointer(),
                    ty => ty,
                };
                places.push((format!("v{index}"), ty));
            }
            _ => {
                let _ = writeln!(text, "{};", ty.declare(&format!("v{index}")));
                places.push((format!("v{index}"), ty));
            }
        }
    }
    let _ = writeln!(
        text,
        "struct holder {{ {members}}};\nstruct holder holder;\nconst struct holder constant_holder;\n\
         struct holder *pointed;\nconst volatile struct holder *both;\n\
         struct {{ const struct holder holder; }} inner;"
    );
    let questions: Vec<String> = (0..QUESTIONS).map(|_| question(&mut random, &places)).collect();
    let _ = writeln!(text, "static void ask({}) {{", parameters.join(", "));
    for question in &questions {
        let _ = writeln!(text, "  printf(\"%d\\n\", {question});");
    }
    let _ = writeln!(text, "}}\nint main(void) {{ ask({}); return 0; }}", arguments.join(", "));
    (text, questions)
}

#[test]
fn types_are_compatible_where_the_compiler_says_so() {
    for number in 0..PROGRAMS {
        let (text, questions) = program(number);
        let Some(binary) = native::compile(std::slice::from_ref(&text)) else { return };
        let (printed, _) = binary.run(&[]).expect("the program runs");
        let expected: Vec<&str> = printed.split_whitespace().collect();
        assert_eq!(expected.len(), questions.len());
        let yes = expected.iter().filter(|answer| **answer == "1").count();
        assert!(yes > QUESTIONS / 4 && yes < QUESTIONS * 9 / 10, "{yes} of {QUESTIONS} answers are yes");
        let program = loaded(&Case { name: format!("types {number}"), text: text.clone() });
        let (found, end) = interpreted(&program, &text, Vec::new());
        let wrong: Vec<_> = (questions.iter().zip(&expected).zip(&found))
            .filter(|((_, expected), found)| *expected != found)
            .map(|((question, expected), _)| format!("{question} is {expected}"))
            .collect();
        assert!(wrong.is_empty(), "{}\n{text}", wrong.join("\n"));
        assert_eq!((found.len(), end.as_str()), (expected.len(), "0"), "{text}");
    }
}
