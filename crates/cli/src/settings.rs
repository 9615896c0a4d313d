//! What the tables of techniques and searches put on the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use kyklos::exec::technique::Kind;
use kyklos::exec::{Settings, Strategy};
use kyklos::flow::CheckClass;
use kyklos::portfolio;
use kyklos::report::Format;
use kyklos::techniques::{TECHNIQUES, all_settings};

/// The options of techniques.
#[derive(Clone, Default)]
pub struct SettingArgs(pub Settings);

impl FromArgMatches for SettingArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut args = SettingArgs::default();
        args.update_from_arg_matches(matches)?;
        Ok(args)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        for setting in all_settings() {
            let value = match setting.kind {
                Kind::Number(_) => matches.get_one::<u64>(setting.name).map(u64::to_string),
                Kind::Word(_) => matches.get_one::<String>(setting.name).cloned(),
                Kind::Flag => matches.get_flag(setting.name).then(|| "true".to_owned()),
            };
            if let Some(value) = value {
                let wrong = |why| Error::raw(clap::error::ErrorKind::InvalidValue, why);
                self.0.set(&setting, &value).map_err(wrong)?;
            }
        }
        Ok(())
    }
}

impl Args for SettingArgs {
    fn augment_args(command: Command) -> Command {
        all_settings().into_iter().fold(command, |command, setting| {
            let arg = Arg::new(setting.name).long(setting.name).help(setting.help);
            command.arg(match setting.kind {
                Kind::Number(_) => arg.value_name("N").value_parser(clap::value_parser!(u64)),
                Kind::Word(words) => arg.value_name("HOW").value_parser(PossibleValuesParser::new(words)),
                Kind::Flag => arg.action(ArgAction::SetTrue),
            })
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// What techniques there are.
pub fn technique_help() -> String {
    let mut help = "Techniques that are used together, with values, separated by commas:".to_owned();
    for technique in TECHNIQUES {
        help.push_str(&format!("\n- {}: {}", technique.name, technique.help));
        let values: Vec<String> = technique
            .values
            .iter()
            .map(|(value, what)| format!("{}={value} {what}", technique.name))
            .collect();
        if !values.is_empty() {
            help.push_str(&format!(" ({})", values.join("; ")));
        }
    }
    let lanes: Vec<&str> = portfolio::AUTO.iter().map(|lane| lane.name).collect();
    help.push_str(&format!(
        "\nDefault is auto: a portfolio of {}, of which the first answer is taken",
        lanes.join(", ")
    ));
    help
}

/// The classes of errors that can be asked for.
pub fn class_names() -> impl TypedValueParser<Value = CheckClass> {
    let names = PossibleValuesParser::new(CheckClass::ALL.map(CheckClass::name));
    names.try_map(|name| CheckClass::from_name(&name).ok_or("no class"))
}

/// The forms of reports.
pub fn format_names() -> impl TypedValueParser<Value = Format> {
    let named = |format: &Format| PossibleValue::new(format.name).help(format.help);
    let names = PossibleValuesParser::new(Format::ALL.iter().map(named));
    names.try_map(|name| Format::named(&name).ok_or("no format"))
}

/// What searches there are.
pub fn search_names() -> PossibleValuesParser {
    let named = |strategy: &Strategy| PossibleValue::new(strategy.name).help(strategy.help);
    PossibleValuesParser::new(Strategy::ALL.iter().map(named))
}
