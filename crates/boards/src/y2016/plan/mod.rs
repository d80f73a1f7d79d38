//! Positions on the board: the pad as the document's picture shows it, the computer below, lights and judges in
//! the middle.

mod computer;
mod pad;

use crate::draw::Plan;
use circuit::project::Facing::{self, East, North, South, West};

use super::board::{ENDS, REGISTERS};
use super::io;
use consoles::hardware::y2016::{
    CELL, IO_0, LIGHTS, NORTH_STORE, NORTH_WLD, SOUTH_STORE, SOUTH_WLD, digits, outcome_lights,
};

pub(super) fn plan() -> Plan {
    let mut plan = Plan::new();
    plan.reach(30);
    plan.text("MANCALA", 40, (790, 70));
    computer::probes(&mut plan);
    pad::place(&mut plan);
    io_0(&mut plan);
    status_lights(&mut plan);
    judges(&mut plan);
    computer::place(&mut plan);
    plan.tunnels(&["clock", "address", "I/Odat", "mem", "rd/wr'", "data/ins'"]);
    plan.tunnels(&["told human", "told computer"]);
    plan.tunnels(&io::LIGHTS);
    plan.tunnels(&REGISTERS);
    plan
}

fn io_0(plan: &mut Plan) {
    plan.part(io::IO_0.name, IO_0);
    for (i, light) in io::LIGHTS.into_iter().enumerate() {
        let x = IO_0.0 + 20 + 30 * i as i32;
        let y = IO_0.1 - 10 - 20 * i as i32;
        plan.wire(light, &[(x, IO_0.1), (x, y)]);
        plan.tunnel(light, 1, (x, y), East);
    }
}

fn status_lights(plan: &mut Plan) {
    for (number, (_, _, at)) in LIGHTS.into_iter().enumerate() {
        plan.turned(&format!("light {number}"), at, South);
    }
    for (bit, _, (x, y)) in LIGHTS.into_iter().take(4) {
        let net = io::LIGHTS[bit];
        plan.wire(net, &[(x, y), (x, y + 10)]);
        plan.wire(net, &[(x, y + 10), (x, y + 20)]);
        plan.tunnel(net, 1, (x, y + 20), North);
    }
    let (x, y) = LIGHTS[3].2;
    let [left, right] = [x - 20, x + 20];
    plan.wire("error", &[(left, y), (left, y + 10), (x, y + 10)]);
    plan.wire("error", &[(x, y + 10), (right, y + 10), (right, y)]);
}

/// The WLD chips with their lights.
fn judges(plan: &mut Plan) {
    let [(x, y), (south, bottom)] = [NORTH_STORE, SOUTH_STORE];
    plan.text("computer", 14, (x + CELL.0 / 2, y - 12));
    plan.text("human", 14, (south + CELL.0 / 2, bottom + CELL.1 + 14));
    judge(plan, SOUTH_WLD, East, ["human", "computer"]);
    judge(plan, NORTH_WLD, West, ["computer", "human"]);
    let [(x, y), _] = digits(7);
    let east = SOUTH_WLD.0 + 100;
    let (high, low) = (SOUTH_WLD.1 + 20, SOUTH_WLD.1 + 40);
    plan.wire(
        "tens 7",
        &[(x, y + 10), (x - 30, y + 10), (x - 30, high), (east, high)],
    );
    plan.wire(
        "units 7",
        &[
            (x + 40, y + 20),
            (x - 40, y + 20),
            (x - 40, low),
            (east, low),
        ],
    );
    let (x, y) = (NORTH_STORE.0, NORTH_STORE.1 + CELL.1);
    let west = NORTH_WLD.0;
    let (high, low) = (NORTH_WLD.1 + 20, NORTH_WLD.1 + 40);
    plan.wire("units 15", &[(x + 100, high), (west, high)]);
    plan.wire(
        "tens 15",
        &[
            (x + 70, y + 30),
            (x + 110, y + 30),
            (x + 110, low),
            (west, low),
        ],
    );
}

fn judge(plan: &mut Plan, (x, y): (i32, i32), facing: Facing, [own, other]: [&str; 2]) {
    let at = if facing == West {
        (x + 100, y + 60)
    } else {
        (x, y)
    };
    plan.turned(&format!("WLD {own}"), at, facing);
    let (tell, over, pin, sign) = match facing {
        West => (x + 80, x + 30, y + 60, y + 70),
        _ => (x + 20, x + 70, y, y - 10),
    };
    let told = format!("told {other}");
    plan.wire(&told, &[(tell, pin), (tell, sign)]);
    let (inward, outward) = if tell < over {
        (East, West)
    } else {
        (West, East)
    };
    plan.tunnel(&told, 3, (tell, sign), inward);
    plan.wire("game over", &[(over, pin), (over, sign)]);
    plan.tunnel("game over", 1, (over, sign), outward);
    let first = if facing == West { 3 } else { 0 };
    for (end, (_, (x, y))) in ENDS.into_iter().zip(&outcome_lights()[first..]) {
        let (side, text) = match facing {
            West => (South, (*x, y - 30)),
            _ => (North, (*x, y + 36)),
        };
        plan.turned(&format!("{own} {end}"), (*x, *y), side);
        plan.text(end, 9, text);
    }
}
