//! Several files in one input: each begins with a line `=== path`, so that people can read it and the fuzzer can cut it anywhere.

/// Mark at the beginning of a file.
const MARK: &[u8] = b"=== ";

/// Returns the files of an input. Text before the first mark is ignored.
pub(crate) fn read(input: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for line in input.split_inclusive(|&byte| byte == b'\n') {
        match (line.strip_prefix(MARK), files.last_mut()) {
            (Some(path), _) => {
                files.push((String::from_utf8_lossy(path).trim_end().to_owned(), Vec::new()));
            }
            (None, Some((_, bytes))) => bytes.extend(line),
            (None, None) => {}
        }
    }
    files
}

/// Returns the input of some files.
pub(crate) fn write<'f>(files: impl IntoIterator<Item = &'f (String, Vec<u8>)>) -> Vec<u8> {
    let mut input = Vec::new();
    for (path, bytes) in files {
        input.extend(MARK);
        input.extend(path.as_bytes());
        input.push(b'\n');
        input.extend(bytes);
        if !bytes.ends_with(b"\n") {
            input.push(b'\n');
        }
    }
    input
}
