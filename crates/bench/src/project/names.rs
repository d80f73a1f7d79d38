//! Names of libraries: a project refers to them by paths on its author's computer.

/// Whether a library is the course's processor, by the name of its file: `CdM-8-mark5-full.circ`, `cdm8.circ`.
pub fn is_processor(name: &str) -> bool {
    let name = file_name(name).to_lowercase().replace(['-', '_', ' '], "");
    name.starts_with("cdm8")
}

/// The short name of a library: its file name without the ending.
pub fn short_name(name: &str) -> &str {
    let name = file_name(name);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Whether a name refers to a library: by its whole path, its file name, or that without the ending.
pub fn is_called(library: &str, name: &str) -> bool {
    let same = |other: &str| other.eq_ignore_ascii_case(name);
    same(library) || same(file_name(library)) || same(short_name(library))
}

/// The last part of a path, in the style of any system.
pub fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_from_paths_of_every_system() {
        let windows = r"C:\Users\Student One\CdM-8-mark5-full.circ";
        assert_eq!(short_name(windows), "CdM-8-mark5-full");
        assert_eq!(short_name("../lib/adders.v2.circ"), "adders.v2");
        assert!(is_processor(windows) && is_processor("cdm8.circ"));
        assert!(!is_processor("processor.circ"));
        assert!(is_called(windows, "cdm-8-mark5-full"));
        assert!(is_called(windows, "CdM-8-mark5-full.circ"));
        assert!(is_called(windows, windows));
        assert!(!is_called(windows, "CdM-8"));
    }
}
