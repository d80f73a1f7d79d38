//! The requests, one function each.

use cdm8::ide::{self, Item, Kind, Node, TextRange};
use serde_json::{Map, Value, json};

use super::{Answer, Refusal, Server, Work, actions, chips, text, tokens};
use crate::disk::Disk;
use crate::uri;

/// The server's capabilities, for `initialize`.
pub(super) fn capabilities() -> Value {
    json!({
        "positionEncoding": "utf-16",
        "textDocumentSync": {"openClose": true, "change": 2, "save": {"includeText": false}},
        "hoverProvider": true,
        "completionProvider": {"triggerCharacters": [".", "$", "?"]},
        "definitionProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": {"prepareProvider": true},
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "inlayHintProvider": true,
        "documentFormattingProvider": true,
        "codeActionProvider": {"codeActionKinds": ["quickfix", "refactor.inline"]},
        "executeCommandProvider": {"commands": ["mancala.expandMacro"]},
        "semanticTokensProvider": {
            "legend": {"tokenTypes": tokens::TYPES, "tokenModifiers": ["definition"]},
            "full": true,
        },
    })
}

/// A position in a program.
struct Spot {
    work: std::rc::Rc<Work>,
    file: usize,
    line: usize,
    column: usize,
}

impl<D: Disk> Server<D> {
    pub(super) fn answer(&mut self, method: &str, params: &Value) -> Answer {
        let address = params["textDocument"]["uri"].as_str().map(uri::path);
        if let Some(path) = address.filter(|path| chips::is_chip(path)) {
            return self.chip_answer(&path, method, params);
        }
        match method {
            "textDocument/hover" => self.hover(params),
            "textDocument/completion" => self.completion(params),
            "textDocument/definition" => self.definition(params),
            "textDocument/references" => self.references(params),
            "textDocument/documentHighlight" => self.highlights(params),
            "textDocument/prepareRename" => self.prepare_rename(params),
            "textDocument/rename" => self.rename(params),
            "textDocument/documentSymbol" => self.outline(params),
            "workspace/symbol" => Ok(self.symbols(params)),
            "textDocument/foldingRange" => self.folds(params),
            "textDocument/inlayHint" => self.hints(params),
            "textDocument/formatting" => self.formatting(params),
            "textDocument/codeAction" => self.actions(params),
            "textDocument/semanticTokens/full" => {
                let (work, file) = self.document(params)?;
                Ok(tokens::all(&work, file))
            }
            "mancala/expandMacro" => self.expand(params),
            "mancala/program" => {
                let (work, _) = self.document(params)?;
                let files = work.paths.iter().map(|path| uri::uri(path));
                Ok(json!({ "files": files.collect::<Vec<String>>() }))
            }
            "workspace/executeCommand" => self.execute(params),
            _ => Err(Refusal {
                code: -32601,
                message: format!("there is no method {method}"),
            }),
        }
    }

    fn document(&mut self, params: &Value) -> Result<(std::rc::Rc<Work>, usize), Refusal> {
        let address = params["textDocument"]["uri"].as_str();
        let path = address
            .map(uri::path)
            .ok_or_else(|| Refusal::invalid("the request names no document"))?;
        let work = self.work(&path);
        let file = work.file(&path);
        let file =
            file.ok_or_else(|| Refusal::invalid(format!("{path} is not open and cannot be read")))?;
        Ok((work, file))
    }

    fn spot(&mut self, params: &Value) -> Result<Spot, Refusal> {
        let (work, file) = self.document(params)?;
        let number = |name: &str| {
            params["position"][name]
                .as_u64()
                .and_then(|number| usize::try_from(number).ok())
        };
        let (Some(line), Some(column)) = (number("line"), number("character")) else {
            return Err(Refusal::invalid("the request has no position"));
        };
        let column = text::byte(work.line(file, line), column);
        Ok(Spot {
            work,
            file,
            line,
            column,
        })
    }

    fn hover(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        let hover = spot.work.analysis.hover(spot.file, spot.line, spot.column);
        Ok(hover.map_or(Value::Null, |hover| {
            json!({
                "contents": {"kind": "markdown", "value": hover.text},
                "range": text::range(hover.place, spot.work.line(spot.file, spot.line)),
            })
        }))
    }

    fn completion(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        let (start, list) = spot
            .work
            .analysis
            .completion(spot.file, spot.line, spot.column);
        let line = spot.work.line(spot.file, spot.line);
        let range = json!({
            "start": text::position(spot.line, line, start),
            "end": text::position(spot.line, line, spot.column),
        });
        let item = |offer: ide::Completion| {
            json!({
                "label": offer.text,
                "kind": completion_kind(offer.item),
                "detail": offer.detail,
                "textEdit": {"range": range, "newText": offer.text},
            })
        };
        let items: Vec<Value> = list.into_iter().map(item).collect();
        Ok(json!({"isIncomplete": false, "items": items}))
    }

    fn definition(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        let found = spot
            .work
            .analysis
            .index
            .at(spot.file, spot.line, spot.column);
        let places = found.iter().flat_map(|(symbol, _)| &symbol.definitions);
        Ok(places.map(|place| location(&spot.work, *place)).collect())
    }

    fn references(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        let with = params["context"]["includeDeclaration"]
            .as_bool()
            .unwrap_or(true);
        let found = spot
            .work
            .analysis
            .index
            .at(spot.file, spot.line, spot.column);
        let Some((symbol, _)) = found else {
            return Ok(json!([]));
        };
        let definitions = symbol.definitions.iter().filter(|_| with);
        Ok(definitions
            .chain(&symbol.uses)
            .map(|place| location(&spot.work, *place))
            .collect())
    }

    fn highlights(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        let Some((symbol, _)) = spot
            .work
            .analysis
            .index
            .at(spot.file, spot.line, spot.column)
        else {
            return Ok(json!([]));
        };
        let here = symbol.mentions().filter(|place| place.file == spot.file);
        let shown = |place: &TextRange| {
            let kind = if symbol.definitions.contains(place) {
                3
            } else {
                2
            };
            json!({"range": text::range(*place, spot.work.line(place.file, place.line)), "kind": kind})
        };
        Ok(here.map(shown).collect())
    }

    fn prepare_rename(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        match spot
            .work
            .analysis
            .renamable(spot.file, spot.line, spot.column)
        {
            Ok((symbol, place)) => Ok(json!({
                "range": text::range(place, spot.work.line(spot.file, spot.line)),
                "placeholder": symbol.name,
            })),
            Err(error) => Err(Refusal::invalid(error.to_string())),
        }
    }

    fn rename(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        let name = params["newName"].as_str().unwrap_or("");
        let places = spot
            .work
            .analysis
            .rename(spot.file, spot.line, spot.column, name);
        let places = places.map_err(|error| Refusal::invalid(error.to_string()))?;
        let mut changes = Map::new();
        for place in places {
            let address = uri::uri(&spot.work.analysis.files[place.file].name);
            let edit = json!({
                "range": text::range(place, spot.work.line(place.file, place.line)),
                "newText": name,
            });
            if let Some(edits) = changes
                .entry(address)
                .or_insert_with(|| json!([]))
                .as_array_mut()
            {
                edits.push(edit);
            }
        }
        Ok(json!({ "changes": changes }))
    }

    fn outline(&mut self, params: &Value) -> Answer {
        let (work, file) = self.document(params)?;
        let nodes = work.analysis.outline(file);
        Ok(nodes.iter().map(|node| symbol(&work, node)).collect())
    }

    fn symbols(&mut self, params: &Value) -> Value {
        let wanted = params["query"].as_str().unwrap_or("").to_lowercase();
        let open: Vec<String> = self.shelf.open.keys().cloned().collect();
        let mut found: Vec<Value> = Vec::new();
        for path in open.into_iter().filter(|path| !chips::is_chip(path)) {
            let work = self.work(&path);
            for symbol in work
                .analysis
                .index
                .symbols
                .iter()
                .filter(|symbol| symbol.name.to_lowercase().contains(&wanted))
            {
                let places = symbol.definitions.iter();
                found.extend(places.map(|place| {
                    json!({"name": symbol.name, "kind": symbol_kind(symbol.kind), "location": location(&work, *place)})
                }));
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        found.retain(|symbol| seen.insert(symbol.to_string()));
        found.into()
    }

    fn folds(&mut self, params: &Value) -> Answer {
        let (work, file) = self.document(params)?;
        let shown = |fold: &ide::Fold| {
            let kind = if fold.comment { "comment" } else { "region" };
            json!({"startLine": fold.first, "endLine": fold.last, "kind": kind})
        };
        Ok(work.analysis.folds(file).iter().map(shown).collect())
    }

    fn hints(&mut self, params: &Value) -> Answer {
        let (work, file) = self.document(params)?;
        if !self.settings.hints {
            return Ok(json!([]));
        }
        let line = |end: &str| {
            params["range"][end]["line"]
                .as_u64()
                .and_then(|line| usize::try_from(line).ok())
        };
        let lines = line("start").unwrap_or(0)
            ..line("end").map_or(usize::MAX, |last| last.saturating_add(1));
        let shown = |hint: ide::Hint| {
            json!({
                "position": text::position(hint.line, work.line(file, hint.line), hint.column),
                "label": hint.text,
                "paddingLeft": !hint.before,
                "paddingRight": hint.before,
            })
        };
        Ok(work
            .analysis
            .hints(file, lines)
            .into_iter()
            .map(shown)
            .collect())
    }

    fn formatting(&mut self, params: &Value) -> Answer {
        let (work, file) = self.document(params)?;
        let path = &work.analysis.files[file].name;
        let before = self.shelf.text(path).unwrap_or_default();
        let after = ide::format(&before, path.ends_with(".mlb"));
        // Unchanged lines are left alone, so that cursors and folds stay where they are.
        let (old, new): (Vec<&str>, Vec<&str>) =
            (before.split('\n').collect(), after.split('\n').collect());
        let edits = old
            .iter()
            .zip(&new)
            .enumerate()
            .filter(|(_, (old, new))| old != new);
        let edit = |(line, (old, new)): (usize, (&&str, &&str))| {
            let old = old.trim_end_matches('\r');
            json!({
                "range": {"start": text::position(line, old, 0), "end": text::position(line, old, old.len())},
                "newText": new.trim_end_matches('\r'),
            })
        };
        Ok(edits.map(edit).collect())
    }

    fn actions(&mut self, params: &Value) -> Answer {
        let (work, file) = self.document(params)?;
        let line = |end: &str| params["range"][end]["line"].as_u64();
        let (Some(first), Some(last)) = (line("start"), line("end")) else {
            return Err(Refusal::invalid("the request has no range"));
        };
        Ok(actions::all(&work, file, first, last))
    }

    /// The expansion of a macro: its code, or nothing where no macro is used.
    fn expand(&mut self, params: &Value) -> Answer {
        let spot = self.spot(params)?;
        let text = spot.work.analysis.expansion(spot.file, spot.line);
        Ok(json!({ "text": text }))
    }

    fn execute(&mut self, params: &Value) -> Answer {
        match params["command"].as_str() {
            Some("mancala.expandMacro") => self.expand(&params["arguments"][0]),
            _ => Err(Refusal::invalid("there is no such command")),
        }
    }
}

fn location(work: &Work, place: TextRange) -> Value {
    json!({
        "uri": uri::uri(&work.analysis.files[place.file].name),
        "range": text::range(place, work.line(place.file, place.line)),
    })
}

fn symbol(work: &Work, node: &Node) -> Value {
    let lines = &work.analysis.files[node.place.file].lines;
    let children: Vec<Value> = node
        .children
        .iter()
        .map(|child| symbol(work, child))
        .collect();
    json!({
        "name": if node.name.is_empty() { "?" } else { &node.name },
        "detail": node.detail,
        "kind": symbol_kind(node.kind),
        "range": text::lines(node.place.line, node.last, lines),
        "selectionRange": text::range(node.place, work.line(node.place.file, node.place.line)),
        "children": children,
    })
}

fn symbol_kind(kind: Kind) -> u32 {
    match kind {
        Kind::Label | Kind::Inner => 12,
        Kind::Entry => 6,
        Kind::Constant => 14,
        Kind::Template => 23,
        Kind::Field => 8,
        Kind::Macro => 11,
        Kind::Section => 3,
    }
}

fn completion_kind(item: Item) -> u32 {
    match item {
        Item::Instruction | Item::Directive | Item::Keyword => 14,
        Item::Macro => 3,
        Item::Register => 6,
        Item::Condition => 24,
        Item::Name(Kind::Constant) | Item::Cell => 21,
        Item::Name(Kind::Field) => 5,
        Item::Name(Kind::Template) => 22,
        Item::Name(_) => 18,
    }
}
