//! Chip specifications (`.chip`): findings, hovers, completion, names, symbols and colours. `chip` knows the language.

use chip::chip::Role;
use chip::outline::{self, Declaration, KEYWORDS, Outline, Part, Sort, Stretch, Word};
use diag::Diagnostic;
use serde_json::{Value, json};

use super::{Answer, Refusal, Server, diagnostics, text, tokens};
use crate::disk::{Disk, folder_of, join};
use crate::uri;

/// Maximum number of findings sent per file.
const MOST: usize = 200;

pub(super) fn is_chip(path: &str) -> bool {
    path.ends_with(".chip")
}

/// A specification file.
struct Sheet {
    path: String,
    lines: Vec<String>,
    outline: Outline,
}

impl Sheet {
    fn line(&self, line: usize) -> &str {
        self.lines.get(line).map_or("", String::as_str)
    }

    fn range(&self, at: Stretch) -> Value {
        let line = self.line(at.line);
        json!({"start": text::position(at.line, line, at.start), "end": text::position(at.line, line, at.end)})
    }

    fn location(&self, at: Stretch) -> Value {
        json!({"uri": uri::uri(&self.path), "range": self.range(at)})
    }

    /// The place of a request, and the word there.
    fn spot(&self, params: &Value) -> Result<(usize, usize, Option<&Word>), Refusal> {
        let number = |name: &str| {
            let number = params["position"][name].as_u64();
            number.and_then(|number| usize::try_from(number).ok())
        };
        let (Some(line), Some(column)) = (number("line"), number("character")) else {
            return Err(Refusal::invalid("the request has no position"));
        };
        let column = text::byte(self.line(line), column);
        Ok((line, column, self.outline.at(line, column)))
    }

    /// The name at the place of a request.
    fn name(&self, params: &Value) -> Result<Option<&Word>, Refusal> {
        let (_, _, word) = self.spot(params)?;
        Ok(word.filter(|word| matches!(word.sort, Sort::Net | Sort::Chip)))
    }
}

impl<D: Disk> Server<D> {
    fn sheet(&self, path: &str) -> Result<Sheet, Refusal> {
        let text = self.shelf.text(path);
        let text =
            text.ok_or_else(|| Refusal::invalid(format!("{path} is not open and cannot be read")))?;
        Ok(Sheet {
            outline: outline::outline(&text),
            lines: diag::without_mark(&text)
                .lines()
                .map(str::to_owned)
                .collect(),
            path: path.to_owned(),
        })
    }

    /// The findings of a specification file; chips that are called are looked for beside it.
    pub(super) fn chip_findings(&self, path: &str) -> Vec<Value> {
        let Some(text) = self.shelf.text(path) else {
            return Vec::new();
        };
        let mut beside = |name: &str| self.chip_beside(path, name);
        let reading = chip::read(path, &text, &mut beside);
        let here = |one: &&Diagnostic| one.excerpt().is_none_or(|at| at.file == path);
        let found = reading.diagnostics.iter().filter(here);
        found.take(MOST).map(diagnostics::shown).collect()
    }

    /// The file of a chip in the folder of another: `NAME.chip`, or one that names it.
    fn chip_beside(&self, path: &str, name: &str) -> Option<(String, String)> {
        let folder = folder_of(path);
        let own = join(folder, &format!("{name}.chip"));
        if !name.contains(['/', '\\', ':'])
            && let Some(text) = self.shelf.text(&own)
        {
            return Some((own, text));
        }
        let files = self
            .shelf
            .listed(folder)
            .into_iter()
            .filter(|file| is_chip(file));
        files.into_iter().find_map(|file| {
            let text = self.shelf.text(&file)?;
            let parts = outline::outline(&text).parts;
            parts
                .iter()
                .any(|part| part.name == name)
                .then_some((file, text))
        })
    }

    pub(super) fn chip_answer(&self, path: &str, method: &str, params: &Value) -> Answer {
        let sheet = self.sheet(path)?;
        match method {
            "textDocument/hover" => self.chip_hover(&sheet, params),
            "textDocument/completion" => chip_completion(&sheet, params),
            "textDocument/definition" => self.chip_definition(&sheet, params),
            "textDocument/references" => chip_references(&sheet, params),
            "textDocument/documentHighlight" => {
                let found = sheet.name(params)?;
                let words = found
                    .into_iter()
                    .flat_map(|word| sheet.outline.mentions(word));
                Ok(words
                    .map(|word| json!({"range": sheet.range(word.at)}))
                    .collect())
            }
            "textDocument/prepareRename" => match sheet
                .name(params)?
                .filter(|word| word.sort == Sort::Net)
            {
                Some(word) => Ok(json!({"range": sheet.range(word.at), "placeholder": word.text})),
                None => Err(Refusal::invalid("there is no name to change here")),
            },
            "textDocument/rename" => chip_rename(&sheet, params),
            "textDocument/documentSymbol" => Ok(sheet
                .outline
                .parts
                .iter()
                .map(|part| symbol(&sheet, part))
                .collect()),
            "textDocument/foldingRange" => {
                let fold = |part: &Part| json!({"startLine": part.first, "endLine": part.last, "kind": "region"});
                Ok(sheet.outline.parts.iter().map(fold).collect())
            }
            "textDocument/semanticTokens/full" => Ok(colours(&sheet)),
            "textDocument/inlayHint" | "textDocument/formatting" | "textDocument/codeAction" => {
                Ok(json!([]))
            }
            _ => Err(Refusal::invalid(
                "this is not offered for chip specifications",
            )),
        }
    }

    fn chip_hover(&self, sheet: &Sheet, params: &Value) -> Answer {
        let Some(word) = sheet.name(params)? else {
            return Ok(Value::Null);
        };
        let told = match sheet.outline.declaration(word) {
            Some(net) => Some(format!("```chip\n{}\n```", declared(net))),
            None => self.chip_page(sheet, &word.text),
        };
        Ok(told.map_or(Value::Null, |told| {
            json!({"contents": {"kind": "markdown", "value": told}, "range": sheet.range(word.at)})
        }))
    }

    /// A chip by its pins.
    fn chip_page(&self, sheet: &Sheet, name: &str) -> Option<String> {
        let here = sheet
            .outline
            .parts
            .iter()
            .find(|part| part.name == name)
            .cloned();
        let part = here.or_else(|| {
            let (_, text) = self.chip_beside(&sheet.path, name)?;
            let parts = outline::outline(&text).parts;
            parts.into_iter().find(|part| part.name == name)
        })?;
        let pins = |role: Role| {
            let pins = part.nets.iter().filter(|net| net.role == role);
            let pins: Vec<String> = pins.map(|net| sized(&net.name, net.width)).collect();
            pins.join(", ")
        };
        let (inputs, outputs) = (pins(Role::Input), pins(Role::Output));
        Some(format!(
            "```chip\nName: {name}\nInput: {inputs}\nOutput: {outputs}\n```"
        ))
    }

    fn chip_definition(&self, sheet: &Sheet, params: &Value) -> Answer {
        let Some(word) = sheet.name(params)? else {
            return Ok(json!([]));
        };
        if let Some(net) = sheet.outline.declaration(word) {
            return Ok(json!([sheet.location(net.at)]));
        }
        let file = self
            .chip_beside(&sheet.path, &word.text)
            .map(|(file, _)| file);
        let sheets = [Some(sheet.path.clone()), file];
        let found = sheets.into_iter().flatten().find_map(|path| {
            let sheet = self.sheet(&path).ok()?;
            let named = |other: &&Word| {
                let first = other.chip.and_then(|chip| sheet.outline.parts.get(chip));
                other.sort == Sort::Chip && first.is_some_and(|part| part.name == word.text)
            };
            let at = sheet.outline.words.iter().find(named)?.at;
            Some(sheet.location(at))
        });
        Ok(found.into_iter().collect())
    }
}

/// `data(8)`
fn sized(name: &str, width: u32) -> String {
    match width {
        1 => name.to_owned(),
        width => format!("{name}({width})"),
    }
}

fn declared(net: &Declaration) -> String {
    let role = match net.role {
        Role::Input => "input",
        Role::Output => "output",
        Role::Signal => "signal",
        Role::Latch => "latch",
    };
    format!("{role} {}", sized(&net.name, net.width))
}

fn chip_completion(sheet: &Sheet, params: &Value) -> Answer {
    let (line, column, word) = sheet.spot(params)?;
    if word.is_some_and(|word| word.sort == Sort::Comment) {
        return Ok(json!({"isIncomplete": false, "items": []}));
    }
    let start = word
        .filter(|word| word.sort != Sort::Number)
        .map_or(column, |word| word.at.start);
    let range = json!({
        "start": text::position(line, sheet.line(line), start),
        "end": text::position(line, sheet.line(line), column),
    });
    let item = |label: &str, kind: u32, detail: &str| json!({"label": label, "kind": kind, "detail": detail, "textEdit": {"range": range, "newText": label}});
    let part = sheet
        .outline
        .part_of(line)
        .map(|part| &sheet.outline.parts[part]);
    let nets = part.into_iter().flat_map(|part| &part.nets);
    let calls = part.into_iter().flat_map(|part| &part.calls);
    let mut items: Vec<Value> = nets
        .map(|net| {
            let plain = net.name.chars().all(|c| c.is_alphanumeric() || c == '_')
                && !outline::is_keyword(&net.name);
            let name = if plain {
                net.name.clone()
            } else {
                format!("\"{}\"", net.name)
            };
            item(&name, 6, &declared(net))
        })
        .collect();
    items.extend(calls.map(|call| item(call, 3, "chip")));
    items.extend(KEYWORDS.iter().map(|word| item(word, 14, "")));
    Ok(json!({"isIncomplete": false, "items": items}))
}

fn chip_references(sheet: &Sheet, params: &Value) -> Answer {
    let with = params["context"]["includeDeclaration"]
        .as_bool()
        .unwrap_or(true);
    let Some(word) = sheet.name(params)? else {
        return Ok(json!([]));
    };
    let declared = sheet.outline.declaration(word).map(|net| net.at);
    let words = sheet.outline.mentions(word);
    let wanted = words.filter(|word| with || Some(word.at) != declared);
    Ok(wanted.map(|word| sheet.location(word.at)).collect())
}

fn chip_rename(sheet: &Sheet, params: &Value) -> Answer {
    let word = sheet.name(params)?.filter(|word| word.sort == Sort::Net);
    let word = word.ok_or_else(|| Refusal::invalid("there is no name to change here"))?;
    let name = params["newName"].as_str().unwrap_or("");
    let name = sheet
        .outline
        .written(word, name)
        .map_err(Refusal::invalid)?;
    let edits = sheet.outline.mentions(word);
    let edits: Vec<Value> = edits
        .map(|word| json!({"range": sheet.range(word.at), "newText": name}))
        .collect();
    Ok(json!({"changes": {uri::uri(&sheet.path): edits}}))
}

fn symbol(sheet: &Sheet, part: &Part) -> Value {
    let net = |net: &Declaration| {
        let at = sheet.range(net.at);
        json!({"name": net.name, "detail": declared(net), "kind": 8, "range": at, "selectionRange": at})
    };
    let children: Vec<Value> = part.nets.iter().map(net).collect();
    let first = Stretch {
        line: part.first,
        start: 0,
        end: sheet.line(part.first).len(),
    };
    json!({
        "name": if part.name.is_empty() { "?" } else { &part.name },
        "detail": "chip",
        "kind": 5,
        "range": text::lines(part.first, part.last, &sheet.lines),
        "selectionRange": sheet.range(first),
        "children": children,
    })
}

fn colours(sheet: &Sheet) -> Value {
    let kind = |sort: Sort| match sort {
        Sort::Keyword => Some("keyword"),
        Sort::Net => Some("variable"),
        Sort::Chip => Some("function"),
        Sort::Number => Some("number"),
        Sort::Comment => Some("comment"),
        Sort::Unknown => None,
    };
    let mut written = tokens::Written::default();
    for word in &sheet.outline.words {
        if let Some(kind) = kind(word.sort) {
            let declaration = sheet.outline.declaration(word);
            let defines = declaration.is_some_and(|net| net.at == word.at);
            written.add(
                sheet.line(word.at.line),
                word.at.line,
                (word.at.start, word.at.end),
                kind,
                defines,
            );
        }
    }
    written.shown()
}
