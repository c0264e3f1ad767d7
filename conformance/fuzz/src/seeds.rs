//! Where the fuzzer begins: the project's own files as inputs.

use std::fs;
use std::io;
use std::path::Path;

use crate::Target;

/// The variable of the environment that names the folder for seeds.
pub const FOLDER: &str = "FUZZ_SEEDS";

/// Called by the fuzzer before it reads what it begins with: writes the seeds of the chosen target into the folder that the environment names,
/// if it names one.
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
