//! `mancala --help`: the commands in groups. clap lists subcommands in one block, so the groups come as a help template, made
//! from the one definition of the command line.

use std::fmt::Write;

use clap::Command;

use crate::screen;

/// Every command, in the group and the order in which help shows it. A build without the site lacks `serve`.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Play", &["play", "classic", "games", "players", "puzzle"]),
    ("Play in a browser", &["serve", "site"]),
    (
        "Analyse",
        &[
            "show", "analyse", "solve", "review", "match", "book", "table", "perft", "bench",
        ],
    ),
    ("Program the CdM-8", &["cdm8"]),
    (
        "Circuits and consoles",
        &["circuit", "chip", "course", "console", "grade"],
    ),
    ("Other", &["completions", "man", "help"]),
];

const HELP: (&str, &str) = ("help", "Print this message, or the help of a command");
/// The widest help that reads well; clap stops there too.
const WIDEST: usize = 100;

/// The command line with its commands shown in groups.
pub fn grouped(command: Command) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{}:\n{{options}}{{after-help}}",
        groups(&command, screen::width().min(WIDEST)),
        heading(&command, "Options"),
    );
    command.help_template(template)
}

/// The `help` commands within groups, which clap adds, in our words.
pub fn without_jargon(mut command: Command) -> Command {
    command.build();
    command.mut_subcommands(reworded)
}

fn reworded(command: Command) -> Command {
    let command = match command.get_name() == HELP.0 {
        true => command.about(HELP.1),
        false => command,
    };
    command.mut_subcommands(reworded)
}

fn heading(command: &Command, text: &str) -> String {
    let style = command.get_styles().get_header();
    format!("{style}{text}{style:#}")
}

fn groups(command: &Command, width: usize) -> String {
    let longest = GROUPS
        .iter()
        .flat_map(|(_, verbs)| *verbs)
        .map(|verb| verb.len());
    let column = 4 + longest.max().unwrap_or(0);
    let literal = command.get_styles().get_literal();
    let mut text = String::new();
    for (title, verbs) in GROUPS {
        let _ = writeln!(text, "{}:", heading(command, title));
        for verb in verbs {
            let Some(about) = about(command, verb) else {
                continue;
            };
            let about = screen::wrap_hanging(&about, width, column);
            let gap = " ".repeat(column - 2 - verb.len());
            let _ = writeln!(text, "  {literal}{verb}{literal:#}{gap}{about}");
        }
        text.push('\n');
    }
    text
}

fn about(command: &Command, verb: &str) -> Option<String> {
    if verb == HELP.0 {
        return Some(HELP.1.to_owned());
    }
    Some(command.find_subcommand(verb)?.get_about()?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_in_one_group() {
        let mut command = crate::cli::command();
        command.build();
        let mut verbs: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, verbs)| *verbs)
            .copied()
            .collect();
        listed.retain(|verb| cfg!(feature = "site") || *verb != "serve");
        verbs.sort_unstable();
        listed.sort_unstable();
        assert_eq!(listed, verbs);
    }

    #[test]
    fn no_help_speaks_of_subcommands() {
        fn check(command: &mut Command) {
            let help = command.render_long_help().to_string();
            assert!(!help.contains("subcommand"), "{help}");
            command.get_subcommands_mut().for_each(check);
        }
        check(&mut without_jargon(crate::cli::command()));
    }

    #[test]
    fn long_explanations_continue_under_themselves() {
        let text = groups(&crate::cli::command(), 60);
        assert!(
            text.lines().all(|line| line.chars().count() <= 60 + 10),
            "{text}"
        );
        assert!(text.contains(&format!("\n{}", " ".repeat(15))), "{text}");
    }
}
