//! ROMs that were not filled although their contents lie beside the circuit.

use circuit::project::{Circuit, Component, Image, Kind, Project};
use diag::Diagnostic;

use super::names::{file_name, short_name};

/// Warnings about empty ROMs of the project's own file that have the name of an image file: by their label, or else as the only ROM
/// of their circuit or of the file. `images` are the files beside the project that may be images, by name, each with its text.
pub fn forgotten_images(
    project: &Project,
    mut images: impl FnMut(&str) -> Vec<(String, String)>,
) -> Vec<Diagnostic> {
    let own = project.circuits.iter().filter(|circuit| circuit.file == 0);
    let own: Vec<&Circuit> = own.collect();
    let all: usize = own.iter().map(|circuit| roms(circuit).count()).sum();
    let mut told = Vec::new();
    for circuit in own {
        let few = roms(circuit).count();
        for rom in roms(circuit).filter(|rom| is_empty(rom)) {
            let file = project.files.first().map(|file| short_name(&file.name));
            let names = [
                rom.label(),
                Some(&*circuit.name).filter(|_| few == 1),
                file.filter(|_| all == 1),
            ];
            let mut names = names.into_iter().flatten().filter(|name| !name.is_empty());
            let found = names.find_map(|name| images(name).into_iter().find(holds_something));
            if let Some((image, _)) = found {
                told.push(warning(project, circuit, rom, file_name(&image)));
            }
        }
    }
    told
}

fn warning(project: &Project, circuit: &Circuit, rom: &Component, image: &str) -> Diagnostic {
    let label = rom.label().filter(|label| !label.is_empty());
    let name = label.map_or_else(String::new, |label| format!(" '{label}'"));
    let message = format!("ROM{name} holds only zeros, and {image} lies beside the project");
    let help =
        format!("load {image} into it in Logisim and save, or start with --load PATH={image}");
    Diagnostic::warning("empty-rom", message)
        .help(help)
        .in_file(&project.files[circuit.file].name)
        .in_circuit(&circuit.name)
        .at_point(rom.location)
}

fn roms(circuit: &Circuit) -> impl Iterator<Item = &Component> {
    let parts = circuit.components.iter();
    parts.filter(|part| part.kind() == Some(Kind::Rom))
}

fn is_empty(rom: &Component) -> bool {
    let contents = rom.contents.as_ref();
    contents.is_none_or(|image| image.words.is_empty())
}

fn holds_something((_, text): &(String, String)) -> bool {
    Image::parse(text).is_ok_and(|image| !image.words.is_empty())
}

#[cfg(test)]
mod tests {
    use circuit::read::{NoLibraries, read};

    use super::*;

    const IMAGE: &str = "v2.0 raw\nd0 2a\n";

    /// The warnings about a project of two circuits, with these ROMs each, and these files beside it.
    fn told(roms: [&[(&str, &str)]; 2], beside: &[(&str, &str)]) -> Vec<String> {
        let circuit = |(name, roms): (&str, &[(&str, &str)])| {
            let parts = roms.iter().zip(1..).map(|((label, contents), at)| {
                format!(
                    "<comp lib=\"4\" loc=\"({at}00,100)\" name=\"ROM\"><a name=\"label\" val=\"{label}\"/>\
                     <a name=\"contents\">addr/data: 8 8\n{contents}\n</a></comp>"
                )
            });
            let parts: String = parts.collect();
            format!("<circuit name=\"{name}\">{parts}</circuit>")
        };
        let circuits: String = ["main", "Bank"]
            .into_iter()
            .zip(roms)
            .map(circuit)
            .collect();
        let text = format!(
            "<project version=\"1.0\"><lib desc=\"#Memory\" name=\"4\"/><main name=\"main\"/>{circuits}</project>"
        );
        let reading = read("work/console.circ", text.as_bytes(), &mut NoLibraries);
        assert_eq!(reading.left_out, 0, "{:?}", reading.diagnostics);
        let images = |name: &str| -> Vec<(String, String)> {
            let same = beside
                .iter()
                .filter(|(file, _)| short_name(file).eq_ignore_ascii_case(name));
            let owned = same.map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
            owned.collect()
        };
        let told = forgotten_images(&reading.project, images);
        told.iter().map(|one| one.message.clone()).collect()
    }

    #[test]
    fn an_empty_rom_misses_the_image_of_its_name() {
        let both = [
            ("main.img", IMAGE),
            ("bank.txt", IMAGE),
            ("console.img", IMAGE),
        ];
        let label = told([&[("Main", "0")], &[("x", "1 2")]], &both);
        assert_eq!(
            label,
            ["ROM 'Main' holds only zeros, and main.img lies beside the project"]
        );
        let by_circuit = told([&[("", "1")], &[("", "0")]], &both);
        assert_eq!(
            by_circuit,
            ["ROM holds only zeros, and bank.txt lies beside the project"]
        );
        let by_file = told([&[("", "0")], &[]], &both[2..]);
        assert_eq!(
            by_file,
            ["ROM holds only zeros, and console.img lies beside the project"]
        );
    }

    #[test]
    fn what_is_filled_or_meant_to_be_empty_is_not_told() {
        let none = Vec::<String>::new();
        let image = [("main.img", IMAGE)];
        assert_eq!(told([&[("main", "1")], &[]], &image), none);
        assert_eq!(told([&[("other", "0"), ("third", "0")], &[]], &image), none);
        assert_eq!(
            told([&[("main", "0")], &[]], &[("main.img", "v2.0 raw\n0 0\n")]),
            none
        );
        assert_eq!(
            told([&[("main", "0")], &[]], &[("main.asm", "halt\n")]),
            none
        );
    }
}
