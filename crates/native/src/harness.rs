//! The C file that feeds a program its inputs.

use crate::toolchain::WRAPS;
use crate::{ExternFunction, ParameterKind, Task};
use kyklos_base::{FloatFormat, Int};
use kyklos_report::{InputData, InputValue};
use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write as _};

/// What the harness has for all programs, before the inputs and behind them.
const START: &str = include_str!("start.c");
const FUNCTIONS: &str = include_str!("functions.c");

/// How many numbers arrays may have: as many as memory is asked for, and as many as are written.
const MAX_NUMBERS: u64 = 1 << 28;
const MAX_WRITTEN: u64 = 1 << 26;

/// How many numbers an array without an end has more than the inputs tell.
const SLACK: u64 = 1 << 16;

/// The start of the names of functions that make arrays without an end.
pub(crate) const ENDLESS: &str = "kyklos_endless";

/// What follows `__VERIFIER_nondet_`, and the type.
const NONDET: [(&str, &str); 28] = [
    ("bool", "_Bool"),
    ("_Bool", "_Bool"),
    ("char", "char"),
    ("schar", "signed char"),
    ("uchar", "unsigned char"),
    ("unsigned_char", "unsigned char"),
    ("u8", "unsigned char"),
    ("short", "short"),
    ("ushort", "unsigned short"),
    ("unsigned_short", "unsigned short"),
    ("u16", "unsigned short"),
    ("int", "int"),
    ("uint", "unsigned int"),
    ("unsigned", "unsigned int"),
    ("unsigned_int", "unsigned int"),
    ("u32", "unsigned int"),
    ("long", "long"),
    ("loff_t", "long"),
    ("ulong", "unsigned long"),
    ("unsigned_long", "unsigned long"),
    ("longlong", "long long"),
    ("long_long", "long long"),
    ("ulonglong", "unsigned long long"),
    ("unsigned_long_long", "unsigned long long"),
    ("u64", "unsigned long long"),
    ("size_t", "size_t"),
    ("ptrdiff_t", "intptr_t"),
    ("ssize_t", "intptr_t"),
];

/// Types whose values are given as the patterns of their bits.
const FLOATING: [&str; 2] = ["float", "double"];

/// A number of a type, given as an expression for its bits.
fn of_bits(c_type: &str, bits: &str) -> String {
    match FLOATING.contains(&unqualified(c_type).as_str()) {
        true => format!("(((union {{ unsigned long long bits; {c_type} value; }}){{{bits}}}).value)"),
        false => format!("({c_type}){bits}"),
    }
}

/// The text of the harness, or why there can be none.
pub(crate) fn text(task: &Task<'_>) -> Result<String, String> {
    if let Some(function) = task.undefined.iter().find(|function| writes_elsewhere(task, function)) {
        return Err(format!("where `{}` writes is not known to a native run", function.name));
    }
    if let Some(input) = task.inputs.iter().find(|input| input.float == Some(FloatFormat::Extended)) {
        return Err(format!("`{}` is wider than what native runs are given", input.name));
    }
    let is_read = |input: &&InputValue| !is_memory(task, input);
    let mut inputs: Vec<&InputValue> = task.inputs.iter().filter(is_read).collect();
    let arguments = match has_main(task) {
        true => Some(arguments(task, &mut inputs)?),
        false => None,
    };
    let mut text = START.to_owned();
    table(&mut text, task, &inputs)?;
    text.push_str(FUNCTIONS);
    sources(&mut text, task);
    if let Some(arguments) = arguments {
        text.push_str(&arguments);
    }
    Ok(text)
}

/// Whether an input stands for what memory holds that was never written: no function gives it. Only its
/// place tells it from an input that was given the name of a variable.
fn is_memory(task: &Task<'_>, input: &InputValue) -> bool {
    matches!(base(&input.name), "malloc" | "alloca")
        || !input.argument && !input.span.is_nowhere() && task.declared.contains(&input.span)
}

/// What a native run may not have got as the finding has it, in words: an input that stands for memory that was never
/// written, or for the result of a function that really does something.
pub(crate) fn doubtful_input(task: &Task<'_>) -> Option<String> {
    let mut inputs = task.inputs.iter().filter(|input| !input.argument);
    let known = |name: &str| {
        is_function(task, name)
            || has_main(task) && task.entry_parameters.iter().any(|parameter| parameter.name == name)
    };
    let input = inputs.find(|input| is_memory(task, input) || !known(base(&input.name)))?;
    let name = base(&input.name);
    Some(match is_memory(task, input) {
        true => format!("the input `{name}` may stand for memory that was never written"),
        false => format!("the system decides about `{name}` in a native run"),
    })
}

/// Whether inputs of this name are results of a function, or what it writes.
fn is_function(task: &Task<'_>, name: &str) -> bool {
    name.starts_with("__VERIFIER_nondet_")
        || task.undefined.iter().any(|function| function.name == name || written_by(function, name))
}

/// Whether inputs of this name are what a function writes through an argument.
fn written_by(function: &ExternFunction, name: &str) -> bool {
    let argument = name.strip_prefix(function.name.as_str()).and_then(|rest| rest.strip_prefix('('));
    let number =
        argument.and_then(|rest| rest.strip_suffix(')')).map(|rest| rest.trim_start_matches("around "));
    number.is_some_and(|number| function.written.iter().any(|(written, _)| written.to_string() == number))
}

/// Whether a function writes inputs that the harness cannot bring to their place: the types have to be known,
/// and where the object starts.
fn writes_elsewhere(task: &Task<'_>, function: &ExternFunction) -> bool {
    let is_known = function.parameters.is_some() && function.written.iter().all(|(_, ty)| ty.is_some());
    task.inputs.iter().any(|input| {
        let name = base(&input.name);
        written_by(function, name) && (!is_known || name.contains("(around ") || input.name.contains('.'))
    })
}

/// Whether the harness has `main`, as the program's own is not used or gets arguments.
fn has_main(task: &Task<'_>) -> bool {
    task.entry != "main" || !task.entry_parameters.is_empty()
}

/// The name without what tells the element and the field.
fn base(name: &str) -> &str {
    &name[..name.find(['[', '.']).unwrap_or(name.len())]
}

/// Two's complement in 64 bits, as C writes it.
fn bits(value: &Int) -> String {
    let rest = value.rem_euclid(&Int::power_of_two(64)).unwrap_or(Int::ZERO);
    match value.to_i64() {
        Some(0..) => format!("{rest}ULL"),
        // Below zero: the bits are easier to read than a large number.
        _ => format!("{:#x}ULL", rest.to_string().parse::<u64>().unwrap_or_default()),
    }
}

/// A text as a literal of C.
fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | b'?' => literal.extend(['\\', byte as char]),
            b' '..=b'~' => literal.push(byte as char),
            _ => {
                let _ = write!(literal, "\\{byte:03o}");
            }
        }
    }
    literal + "\""
}

/// The inputs that functions read. Each tells how many are left of the object it belongs to.
fn table(text: &mut String, task: &Task<'_>, inputs: &[&InputValue]) -> Result<(), String> {
    text.push_str(
        "static const struct { const char *name; unsigned long long value; size_t left; int function; size_t offset, \
         width; }\n",
    );
    text.push_str("kyklos_inputs[] = {\n");
    let (mut at, mut count) = (0, 0);
    while at < inputs.len() {
        let length = object(&inputs[at..]);
        let mut rows = Vec::new();
        for input in &inputs[at..at + length] {
            let InputData::Number(value) = &input.value else {
                return Err(format!("the length of the input array `{}` is not known", input.name));
            };
            let whole = is_function(task, base(&input.name));
            rows.extend(pieces(value, input.bytes, whole).into_iter().map(|piece| (*input, piece)));
        }
        for (k, (input, Piece { value, offset, width })) in rows.iter().enumerate() {
            let name = literal(base(&input.name));
            let function = u8::from(is_function(task, base(&input.name)));
            let (left, comment) = (rows.len() - k, comment(input));
            let row = format!("{{{name}, {value}, {left}, {function}, {offset}, {width}}}");
            let _ = writeln!(text, "    {row}, /* {comment} */");
        }
        (at, count) = (at + length, count + rows.len());
    }
    text.push_str("    {\"\", 0, 1, 0, 0, 0}\n};\n");
    let _ = writeln!(text, "static const size_t kyklos_count = {count};");
    text.push_str("static size_t kyklos_at;\n\n");
    Ok(())
}

/// Up to eight bytes of an input, and where they lie in its object; no width if that is not known.
struct Piece {
    value: String,
    offset: u64,
    width: u64,
}

/// The pieces of a number. What functions return is one.
fn pieces(value: &Int, bytes: Option<(u64, u64)>, whole: bool) -> Vec<Piece> {
    let (start, size) = bytes.unwrap_or_default();
    if whole || size <= 8 {
        return vec![Piece { value: bits(value), offset: start, width: size.min(8) }];
    }
    let piece = |at: u64| {
        let below = Int::power_of_two(u32::try_from(8 * at).unwrap_or(u32::MAX));
        let rest = value.div_euclid(&below).unwrap_or(Int::ZERO);
        Piece { value: bits(&rest), offset: start + at, width: (size - at).min(8) }
    };
    (0..size).step_by(8).map(piece).collect()
}

/// How many of the first inputs belong to one object: numbers of one array or record
/// are read at one place, and each only once.
fn object(inputs: &[&InputValue]) -> usize {
    let Some(first) = inputs.first() else { return 0 };
    let name = base(&first.name);
    if name == first.name {
        return 1;
    }
    let same = inputs.iter().take_while(|input| base(&input.name) == name && input.span == first.span);
    let mut seen = HashSet::new();
    same.map(|input| seen.insert(input.name.as_str())).take_while(|new| *new).count()
}

fn comment(input: &InputValue) -> String {
    let harmless = |c: char| if c.is_alphanumeric() || "_[]. ".contains(c) { c } else { '?' };
    let name: String = input.name.chars().map(harmless).collect();
    match input.span.is_nowhere() {
        true => format!("{name} = {}", input.text()),
        false => format!("{name} = {}, line {}", input.text(), input.span.start.line),
    }
}

/// Whether a stub for the function is written; some are in every harness.
pub(crate) fn stands_in(function: &ExternFunction) -> bool {
    !FUNCTIONS.contains(&format!(" {}(", function.name))
}

/// The functions whose results are inputs.
fn sources(text: &mut String, task: &Task<'_>) {
    let declared = |name: &str| task.undefined.iter().any(|function| function.name == name);
    for (suffix, result) in NONDET {
        let name = format!("__VERIFIER_nondet_{suffix}");
        if !declared(&name) {
            let name = literal(&name);
            let _ = write!(text, "\nKYKLOS_WEAK {result} __VERIFIER_nondet_{suffix}(void)\n{{\n");
            let _ = write!(text, "    return ({result})kyklos_result({name});\n}}\n");
        }
    }
    for result in ["float", "double"] {
        let name = format!("__VERIFIER_nondet_{result}");
        if !declared(&name) {
            let value = of_bits(result, &format!("kyklos_result({})", literal(&name)));
            let _ = write!(text, "\nKYKLOS_WEAK {result} {name}(void)\n{{\n    return {value};\n}}\n");
        }
    }
    for (index, function) in task.undefined.iter().enumerate() {
        let (name, result) = (&function.name, &function.result);
        if !stands_in(function) {
            continue;
        }
        // Only for the linker it has its name, for C's headers may declare it too. Without
        // a prototype it may be called with any arguments.
        let (parameters, writes) = writes(function).unwrap_or_default();
        let symbol = if WRAPS { format!("__wrap_{name}") } else { name.clone() };
        let _ = writeln!(text, "\n{result} kyklos_undefined_{index}({parameters}) KYKLOS_SYMBOL({symbol});");
        let _ = writeln!(text, "KYKLOS_WEAK {result} kyklos_undefined_{index}({parameters})\n{{\n{writes}");
        if result != "void" {
            let value = of_bits(result, &format!("kyklos_result({})", literal(name)));
            let _ = writeln!(text, "    return {value};");
        }
        text.push_str("}\n");
    }
}

/// The parameters of a function that writes through some of them, and the statements that do so.
fn writes(function: &ExternFunction) -> Option<(String, String)> {
    let types = function.parameters.as_ref().filter(|_| !function.written.is_empty())?;
    let parameters = types.iter().enumerate().map(|(index, ty)| format!("{ty} kyklos_{}", index + 1));
    let mut statements = String::new();
    for (number, ty) in &function.written {
        let name = literal(&format!("{}({number})", function.name));
        let _ = writeln!(statements, "    kyklos_write(kyklos_{number}, {name}, sizeof({}));", ty.as_ref()?);
    }
    Some((parameters.collect::<Vec<_>>().join(", "), statements))
}

/// `main`, which calls the entry. Its arguments are taken out of the inputs.
fn arguments(task: &Task<'_>, inputs: &mut Vec<&InputValue>) -> Result<String, String> {
    let mut values: Vec<Vec<&InputValue>> = Vec::new();
    for parameter in task.entry_parameters {
        values.push(take(inputs, &parameter.name));
    }
    if task.entry == "main" {
        return main_arguments(task, values.first().map_or(&[], Vec::as_slice), inputs);
    }
    let numbers = numbers(task);
    let (mut text, mut words) = (String::new(), Vec::new());
    for (index, (parameter, values)) in task.entry_parameters.iter().zip(&values).enumerate() {
        let cast = &parameter.c_type;
        match &parameter.kind {
            ParameterKind::Number => words.push(of_bits(cast, &bits(&number(values)))),
            ParameterKind::Array { element, length, inner } => {
                let block = Block::new(*length, inner, values, &numbers)
                    .map_err(|why| format!("there is no array for `{}`: {why}", parameter.name))?;
                let _ = block.write(&mut text, index, element, length.is_none());
                words.push(format!("({cast})kyklos_argument_{index}()"));
            }
        }
    }
    let types: Vec<&str> = task.entry_parameters.iter().map(|parameter| parameter.c_type.as_str()).collect();
    let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
    let _ = write!(text, "\nextern void kyklos_entry({types}) KYKLOS_SYMBOL({});\n\n", task.entry);
    let _ = write!(text, "int main(void)\n{{\n    kyklos_entry({});\n    return 0;\n}}\n", words.join(", "));
    Ok(text)
}

/// Takes the inputs of a parameter out of all: arguments of its name, or else the
/// first inputs, which are read before the entry does anything.
fn take<'a>(inputs: &mut Vec<&'a InputValue>, name: &str) -> Vec<&'a InputValue> {
    let is_argument = |input: &&InputValue| input.argument && base(&input.name) == name;
    if inputs.iter().any(is_argument) {
        let taken = inputs.iter().copied().filter(|input| is_argument(input)).collect();
        inputs.retain(|input| !is_argument(input));
        return taken;
    }
    let length = match inputs.first() {
        Some(first) if base(&first.name) == name => object(inputs),
        _ => 0,
    };
    inputs.drain(..length).collect()
}

fn number(values: &[&InputValue]) -> Int {
    match values.first().map(|input| &input.value) {
        Some(InputData::Number(value)) => value.clone(),
        _ => Int::ZERO,
    }
}

/// `main` that calls the program's with as many arguments as were found. Those that the inputs say
/// nothing about are empty.
fn main_arguments(
    task: &Task<'_>,
    count: &[&InputValue],
    inputs: &mut Vec<&InputValue>,
) -> Result<String, String> {
    let count = if count.is_empty() { Int::ONE } else { number(count) };
    let length = count.to_usize().unwrap_or(0).min(1 << 16);
    let (mut text, mut words) = (String::new(), String::new());
    let name = task.entry_parameters.get(1).map_or("", |parameter| parameter.name.as_str());
    for index in 0..length {
        let values = take(inputs, &format!("{name}{index}"));
        if values.is_empty() {
            break;
        }
        let block = Block::new(None, &[], &values, &[])
            .map_err(|why| format!("there is no text for argument {index}: {why}"))?;
        let _ = block.write(&mut text, index, "char", true);
        let _ = writeln!(words, "    kyklos_arguments[{index}] = kyklos_argument_{index}();");
        // Texts end somewhere.
        let _ = writeln!(words, "    kyklos_arguments[{index}][{}] = 0;", block.count - 1);
    }
    let given =
        ["(int)kyklos_argument_count", "kyklos_arguments", "kyklos_arguments + kyklos_argument_length"];
    let types = ["int", "char **", "char **"];
    let parameters = task.entry_parameters.len().min(3);
    let _ = write!(
        text,
        "\nextern int kyklos_main({});\n\n\
         int main(void)\n{{\n    \
             static char *kyklos_arguments[{}];\n    \
             unsigned long long kyklos_argument_count = {};\n    \
             size_t kyklos_argument_length = {length}, k;\n\n    \
             for (k = 0; k < kyklos_argument_length; ++k)\n        \
                 kyklos_arguments[k] = calloc(1, 1);\n\
             {words}    \
             kyklos_main({});\n    \
             return 0;\n}}\n",
        types[..parameters].join(", "),
        length + 1,
        bits(&count),
        given[..parameters].join(", "),
    );
    Ok(text)
}

/// The numbers among the inputs, which may tell how far arrays are read.
fn numbers(task: &Task<'_>) -> Vec<u64> {
    let numbers = task.inputs.iter().filter_map(|input| match &input.value {
        InputData::Number(value) => value.to_usize().map(|value| value as u64),
        InputData::Array { .. } => None,
    });
    numbers.collect()
}

/// The array of a parameter, its numbers in a row.
struct Block {
    /// How many numbers it has.
    count: u64,
    /// Those that were found.
    written: BTreeMap<u64, Int>,
    /// All others.
    otherwise: Int,
}

impl Block {
    /// The array for these inputs; `numbers` are all that may tell how far it is read.
    fn new(
        length: Option<u64>,
        inner: &[u64],
        values: &[&InputValue],
        numbers: &[u64],
    ) -> Result<Self, &'static str> {
        let row = inner.iter().try_fold(1u64, |row, length| row.checked_mul(*length));
        let row = row.filter(|row| *row <= MAX_NUMBERS).ok_or("its elements are too large")?.max(1);
        let (elements, otherwise) = elements(values);
        let mut written = BTreeMap::new();
        for (indices, value) in elements {
            // Numbers outside the array are of no use.
            let at = flat(&indices, inner).filter(|at| length.is_none_or(|length| at / row < length));
            written.extend(at.map(|at| (at, value)));
        }
        let told = written.last_key_value().map_or(0, |(at, _)| at / row + 1);
        let affordable =
            numbers.iter().copied().filter(|number| number.saturating_mul(row) <= MAX_WRITTEN / 2);
        let read = affordable.max().unwrap_or(0);
        let rows = length.unwrap_or_else(|| told.max(read).saturating_add(SLACK.div_ceil(row)));
        let limit = if otherwise.is_zero() { MAX_NUMBERS } else { MAX_WRITTEN };
        let count = rows.checked_mul(row).filter(|count| *count <= limit);
        Ok(Self {
            count: count.ok_or("it has to be longer than a native run can have it")?,
            written,
            otherwise,
        })
    }

    /// Functions that make the array; `kyklos_argument_N` is to be called.
    fn write(&self, text: &mut String, index: usize, element: &str, endless: bool) -> fmt::Result {
        let Self { count, written, otherwise } = self;
        let element = unqualified(element);
        if !written.is_empty() {
            writeln!(text, "\nstatic const struct {{ unsigned long long at, value; }}")?;
            writeln!(text, "kyklos_elements_{index}[] = {{")?;
            for (at, value) in written {
                writeln!(text, "    {{{at}, {}}},", bits(value))?;
            }
            text.push_str("};\n");
        }
        // The name tells a reader of sanitizers' reports whether the array only seems to end.
        let maker = if endless { ENDLESS } else { "kyklos_array" };
        writeln!(text, "\nKYKLOS_OWN void *{maker}_{index}(void)\n{{")?;
        writeln!(text, "    return calloc({count}, sizeof({element}));\n}}")?;
        writeln!(text, "\nKYKLOS_OWN void *kyklos_argument_{index}(void)\n{{")?;
        writeln!(text, "    {element} *numbers = {maker}_{index}();\n    size_t k;\n")?;
        writeln!(text, "    if (!numbers)\n        kyklos_stop(\"there is not enough memory\", 98);")?;
        if !otherwise.is_zero() {
            writeln!(text, "    for (k = 0; k < {count}; ++k)")?;
            writeln!(text, "        numbers[k] = {};", of_bits(&element, &bits(otherwise)))?;
        }
        if !written.is_empty() {
            let elements = format!("kyklos_elements_{index}[k]");
            writeln!(text, "    for (k = 0; k < {}; ++k)", written.len())?;
            let value = of_bits(&element, &format!("{elements}.value"));
            writeln!(text, "        numbers[{elements}.at] = {value};")?;
        }
        text.push_str("    return numbers;\n}\n");
        Ok(())
    }
}

/// The elements of an argument that is an array, and what all others are.
fn elements(values: &[&InputValue]) -> (BTreeMap<Vec<Int>, Int>, Int) {
    let (mut all, mut other) = (BTreeMap::new(), Int::ZERO);
    for input in values {
        match &input.value {
            InputData::Array { elements, otherwise } => {
                all.extend(elements.clone());
                other = otherwise.clone();
            }
            InputData::Number(value) => {
                let indices = input.name[base(&input.name).len()..].split(['[', ']']);
                let indices =
                    indices.filter(|index| !index.is_empty()).map(|index| index.parse::<Int>().ok());
                all.extend(indices.collect::<Option<Vec<Int>>>().map(|indices| (indices, value.clone())));
            }
        }
    }
    (all, other)
}

/// The place of an element if all are laid out in a row; `None` if it is in no array.
fn flat(indices: &[Int], inner: &[u64]) -> Option<u64> {
    if indices.len() != inner.len() + 1 {
        return None;
    }
    let mut at = indices[0].to_usize()? as u64;
    for (index, length) in indices[1..].iter().zip(inner) {
        let index = index.to_usize().map(|index| index as u64).filter(|index| index < length)?;
        at = at.checked_mul(*length)?.checked_add(index)?;
    }
    Some(at)
}

/// A type that can be written to.
fn unqualified(c_type: &str) -> String {
    let words = c_type.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile"));
    words.collect::<Vec<_>>().join(" ")
}
