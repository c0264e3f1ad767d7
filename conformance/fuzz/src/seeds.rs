//! Seeds of the fuzzer: the project's own files as inputs.

use std::fs;
use std::io;
use std::path::Path;

use crate::Target;

/// Environment variable that names the folder of seeds.
pub const FOLDER: &str = "FUZZ_SEEDS";

/// Writes the seeds of the chosen target into the folder that the environment names,
/// if there is one. The fuzzer calls this before it reads its seeds.
pub fn at_start() {
    let target = crate::chosen();
    if let Some(folder) = std::env::var_os(FOLDER) {
        write(target, folder.as_ref()).unwrap_or_else(|why| panic!("seeds of {}: {why}", target.name));
    }
}

fn write(target: Target, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, seed) in (target.seeds)().into_iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:04}")), seed)?;
    }
    Ok(())
}
