//! Error messages: wrong usage without the parser's jargon, everything else with each cause once.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// An error and its causes on one line. Causes that an error repeats in its own words are left out.
pub fn causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

/// The mistake in the value of an argument, in plain words; any other wrong usage in clap's words.
pub fn usage(error: clap::Error) -> clap::Error {
    match plain(&error) {
        Some(message) => clap::Error::raw(
            error.kind(),
            format!("{message}\n\nFor more information, try '--help'.\n"),
        ),
        None => error,
    }
}

/// The same with plain words: clap calls a command a subcommand.
pub fn without_jargon(error: clap::Error) -> clap::Error {
    let text = error.render().to_string();
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help || error.exit_code() == 0 || !text.contains("subcommand") {
        return error;
    }
    let text = text
        .replace("unrecognized subcommand", "unknown command")
        .replace("subcommand", "command");
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    clap::Error::raw(error.kind(), text.trim_end().to_owned() + "\n")
}

fn plain(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let argument = text_of(error, ContextKind::InvalidArg)?;
    let value = text_of(error, ContextKind::InvalidValue)?;
    let problem = std::error::Error::source(error)?.to_string();
    Some(sentence(argument, value, &problem))
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// `argument` as clap writes it: `--seeds <N>` or `<DEPTH>`.
fn sentence(argument: &str, value: &str, problem: &str) -> String {
    let flag = argument.split(' ').next().unwrap_or(argument);
    let name = flag
        .trim_matches(['-', '<', '>', '[', ']', '.'])
        .to_lowercase();
    if let Some(range) = problem.strip_prefix(&format!("{value} is not in ")) {
        return format!("{name} must be {}, not {value}", range_in_words(range));
    }
    match problem {
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            format!("{name} must be a whole number, not '{value}'")
        }
        "number too large to fit in target type" => format!("{value} is too large for {name}"),
        "number too small to fit in target type" => format!("{value} is too small for {name}"),
        "invalid float literal" | "cannot parse float from empty string" => {
            format!("{name} must be a number, not '{value}'")
        }
        _ if flag.starts_with('-') => format!("{flag}: {problem}"),
        _ => problem.to_owned(),
    }
}

/// `1..=12` is 1 to 12. A bound that is only the largest number a machine word holds is none.
fn range_in_words(range: &str) -> String {
    let (least, most) = range.split_once("..").unwrap_or((range, ""));
    let most = most.trim_start_matches('=');
    let no_bound = |most: &str| {
        let words = [u32::MAX.into(), u64::MAX, i64::MAX as u64, i32::MAX as u64];
        most.is_empty() || words.iter().any(|word| word.to_string() == most)
    };
    match no_bound(most) {
        true => format!("{least} or more"),
        false => format!("{least} to {most}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_told_plainly() {
        let cases = [
            (
                "--seeds <N>",
                "-1",
                "-1 is not in 1..=12",
                "seeds must be 1 to 12, not -1",
            ),
            (
                "<DEPTH>",
                "0",
                "0 is not in 1..=40",
                "depth must be 1 to 40, not 0",
            ),
            (
                "--threads <N>",
                "-1",
                "-1 is not in 0..=18446744073709551615",
                "threads must be 0 or more, not -1",
            ),
            (
                "--seed <SEED>",
                "x",
                "invalid digit found in string",
                "seed must be a whole number, not 'x'",
            ),
            (
                "--rules <NAME>",
                "chess",
                "no rules are called 'chess'",
                "--rules: no rules are called 'chess'",
            ),
        ];
        for (argument, value, problem, told) in cases {
            assert_eq!(sentence(argument, value, problem), told);
        }
    }

    #[test]
    fn a_command_is_called_a_command() {
        let command = clap::Command::new("x").subcommand(clap::Command::new("run"));
        let error = command.try_get_matches_from(["x", "rum"]).unwrap_err();
        let text = without_jargon(error).render().to_string();
        assert!(text.starts_with("error: unknown command 'rum'"), "{text}");
        assert!(text.contains("a similar command exists: 'run'"), "{text}");
    }

    #[test]
    fn a_cause_is_told_once() {
        let error = anyhow::anyhow!("no such file")
            .context("cannot read x: no such file")
            .context("loading");
        assert_eq!(causes(&error), "loading: cannot read x: no such file");
    }
}
