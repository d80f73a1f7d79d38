//! Names of pins as variables.

/// The identifier made of a label: letters and digits only. A space makes the next letter a capital, and leading digits
/// go to the end.
fn plain(label: &str) -> String {
    let mut name = String::new();
    let mut capital = false;
    for c in label.trim().chars() {
        if c.is_whitespace() {
            capital = true;
        } else if c.is_alphanumeric() || c == '_' || c == '$' {
            match std::mem::take(&mut capital) {
                true => name.extend(c.to_uppercase()),
                false => name.push(c),
            }
        }
    }
    let digits: String = name.chars().take_while(char::is_ascii_digit).collect();
    let rest = &name[digits.len()..];
    match rest.is_empty() {
        true => String::new(),
        false => format!("{rest}{digits}"),
    }
}

/// The first of some letters that is not in use, then with numbers.
fn unused(letters: &str, used: &[String]) -> String {
    let free = |name: &String| !used.contains(name);
    let plain = letters.chars().map(|letter| letter.to_string());
    let numbered = (1..).map(|number| format!("{}{number}", &letters[..1]));
    plain.chain(numbered).find(free).unwrap_or_default()
}

const INPUTS: &str = "abcdefghijklmnopqrstuvwxyz";
const OUTPUTS: &str = "xyzuvwtsrqponmlkjihgfedcba";
/// Reserved words of expressions.
const WORDS: [&str; 4] = ["and", "or", "xor", "not"];

/// Names for inputs and outputs with these labels, all different.
pub fn pin_names(inputs: &[String], outputs: &[String]) -> (Vec<String>, Vec<String>) {
    distinct(inputs, outputs)
}

pub(super) fn distinct(inputs: &[String], outputs: &[String]) -> (Vec<String>, Vec<String>) {
    let mut used: Vec<String> = Vec::new();
    let labels = inputs.iter().chain(outputs);
    let mut names: Vec<Option<String>> = labels.map(|label| named(label, &mut used)).collect();
    for (number, name) in names.iter_mut().enumerate() {
        let letters = if number < inputs.len() {
            INPUTS
        } else {
            OUTPUTS
        };
        let name = name.get_or_insert_with(|| unused(letters, &used));
        if !used.contains(name) {
            used.push(name.clone());
        }
    }
    let mut names: Vec<String> = names.into_iter().flatten().collect();
    let rest = names.split_off(inputs.len());
    (names, rest)
}

fn named(label: &str, used: &mut Vec<String>) -> Option<String> {
    let name = plain(label);
    if name.is_empty() {
        return None;
    }
    let taken = |name: &String| used.contains(name) || is_word(name);
    let numbered = (2..).map(|number| format!("{name}{number}"));
    let name = std::iter::once(name.clone())
        .chain(numbered)
        .find(|name| !taken(name))?;
    used.push(name.clone());
    Some(name)
}

fn is_word(name: &str) -> bool {
    WORDS.iter().any(|word| name.eq_ignore_ascii_case(word))
}
