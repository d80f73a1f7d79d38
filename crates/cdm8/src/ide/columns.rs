//! Columns as editors count them: most count UTF-16 units, this library bytes.

/// The byte of a line at a UTF-16 column; beyond its end, its end.
pub fn byte(line: &str, column: usize) -> usize {
    let mut units = 0;
    for (at, c) in line.char_indices() {
        if units >= column {
            return at;
        }
        units += c.len_utf16();
    }
    line.len()
}

/// The UTF-16 column of a byte of a line.
pub fn column(line: &str, byte: usize) -> usize {
    let before = line.char_indices().take_while(|(at, _)| *at < byte);
    before.map(|(_, c)| c.len_utf16()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_as_editors_count() {
        let line = "a😀é b";
        assert_eq!(
            [0, 1, 3, 4, 5].map(|units| byte(line, units)),
            [0, 1, 5, 7, 8]
        );
        assert_eq!([0, 1, 5, 7, 9].map(|at| column(line, at)), [0, 1, 3, 4, 6]);
        assert_eq!(byte(line, 99), line.len());
    }
}
