//! The contents of a ROM as Logisim writes them.

use crate::project::Image;

/// Runs of at least this many equal values are written as one entry.
const RUN: usize = 4;
const ENTRIES_PER_LINE: usize = 8;

/// `addr/data: 8 8`, then the values, eight entries a line. Zeros at the end are left out.
pub fn contents_text(image: &Image, address_bits: u32, data_bits: u32) -> String {
    let size = 1usize << address_bits.min(24);
    let mask = crate::mask(data_bits);
    let words = image.words.iter().take(size).map(|&word| word & mask);
    let mut words: Vec<u32> = words.collect();
    let used = words.iter().rposition(|&word| word != 0);
    words.truncate(used.map_or(0, |last| last + 1));
    let mut entries = entries(&words);
    if entries.is_empty() {
        entries.push("0".into());
    }
    let lines = entries.chunks(ENTRIES_PER_LINE);
    let lines: String = lines.map(|line| line.join(" ") + "\n").collect();
    format!("addr/data: {address_bits} {data_bits}\n{lines}")
}

fn entries(words: &[u32]) -> Vec<String> {
    let mut entries = Vec::new();
    for run in words.chunk_by(|a, b| a == b) {
        match run.len() {
            RUN.. => entries.push(format!("{}*{:x}", run.len(), run[0])),
            count => entries.extend(std::iter::repeat_n(format!("{:x}", run[0]), count)),
        }
    }
    entries
}
