//! Prints what the probes give here.

fn main() {
    for (name, probe) in probe::PROBES {
        println!("{name} {}", probe());
    }
}
