//! The programs: they assemble, fit, and agree with the maps.

use console::budget::Budget;
use console::{Model, firmware};

#[test]
fn every_bank_assembles_and_fits() {
    for model in Model::ALL {
        for bank in firmware::banks(model) {
            println!("{model} {} {}", bank.name, bank.size());
            assert!(bank.size() <= 256);
        }
        println!("{:?}", Budget::measure(model, 20, 1));
    }
}
