//! Takes the pictures of the terminal for the documentation, from the program itself:
//!
//! ```text
//! cargo build -p mancala && cargo run -p mancala --example pictures
//! ```
//!
//! It runs the program in a pseudo-terminal, presses keys, reads the cells through a terminal emulator and writes
//! `docs/pictures/terminal*.svg`. A scene with more than one picture becomes an animation.

#[cfg(unix)]
mod film;
#[cfg(unix)]
mod stage;
#[cfg(unix)]
mod svg;

#[cfg(unix)]
fn main() -> std::io::Result<()> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for scene in stage::scenes() {
        let film = film::shoot(&scene)?;
        let text = svg::write(&film);
        let file = folder.join(format!("{}.svg", scene.name));
        println!(
            "{}: {} pictures, {} bytes",
            scene.name,
            film.pictures.len(),
            text.len()
        );
        std::fs::write(file, text)?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn main() {
    println!("the pictures are taken in a pseudo-terminal, which this system does not have");
}
