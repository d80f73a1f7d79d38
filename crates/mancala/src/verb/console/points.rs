//! Points: what stops the console whenever time passes, and where its program then is.

use std::io;

use console::{Machine, Place, Powered};
use timeline::Watch;

use super::goal::{Goal, Goals};
use super::machine::Running;
use super::table::Table;
use crate::wording::words;

/// The points in the order they were made.
#[derive(Default)]
pub struct Points {
    list: Vec<Point>,
    made: usize,
}

struct Point {
    number: usize,
    goal: Goal,
    /// As it was written.
    text: String,
}

impl Points {
    fn goals(&self) -> Goals<'_> {
        Goals::new(self.list.iter().map(|point| (point.number, &point.goal)))
    }
}

/// What a stretch of time ends at: what it is for, or a point.
pub(super) struct Ahead<'a, F> {
    done: F,
    points: Goals<'a>,
    /// The point that was met.
    pub met: Option<usize>,
}

impl<'a, F: Fn(&Running) -> bool> Ahead<'a, F> {
    pub fn new(done: F, points: &'a Points) -> Ahead<'a, F> {
        Ahead {
            done,
            points: points.goals(),
            met: None,
        }
    }

    fn noted(&mut self, met: bool) -> bool {
        if met {
            self.met = self.points.met();
        }
        met
    }
}

impl<F: Fn(&Running) -> bool> Watch<Powered<Running>> for Ahead<'_, F> {
    fn holds(&mut self, subject: &Powered<Running>) -> bool {
        let met = self.points.holds(subject);
        self.noted(met) || (self.done)(&subject.0)
    }

    fn before(&mut self, subject: &Powered<Running>) {
        self.points.before(subject);
    }

    fn happened(&mut self, after: &Powered<Running>) -> bool {
        let met = self.points.happened(after);
        self.noted(met)
    }
}

impl Table<'_> {
    pub(super) fn add_point(&mut self, goal: Goal, text: String) -> io::Result<()> {
        self.points.made += 1;
        let number = self.points.made;
        let told = words!("console.point", number = number, text = &text);
        self.points.list.push(Point { number, goal, text });
        self.say(&told)
    }

    pub(super) fn list_points(&mut self) -> io::Result<()> {
        let points = self.points.list.iter();
        let lines =
            points.map(|point| words!("console.point", number = point.number, text = &point.text));
        let lines: Vec<String> = lines.collect();
        match lines.is_empty() {
            true => self.say(&words!("console.no-points")),
            false => self.say(&lines.join("\n")),
        }
    }

    /// Forgets a point or all of them; the inner error is that there is no such point.
    pub(super) fn delete_points(&mut self, which: Option<usize>) -> Result<(), String> {
        let before = self.points.list.len();
        let list = &mut self.points.list;
        list.retain(|point| which.is_some_and(|which| which != point.number));
        match which {
            Some(number) if list.len() == before => {
                Err(words!("console.no-point", number = number))
            }
            _ => Ok(()),
        }
    }

    /// Says that a point was met, and where the program is.
    pub(super) fn tell_point(&mut self, number: usize) -> io::Result<()> {
        let mut points = self.points.list.iter();
        let point = points.find(|point| point.number == number);
        let text = point.map_or(String::new(), |point| point.text.clone());
        self.say(&words!("console.at-point", number = number, text = text))?;
        self.say(&self.place())
    }

    /// The place of the program in the firmware: bank, address, label, line.
    pub(super) fn place(&self) -> String {
        let machine = self.machine();
        let place = Place {
            bank: machine.bank(),
            address: machine.registers().pc,
        };
        let bank = self.code.bank(place.bank).unwrap_or("?");
        let mut told = format!("{bank} 0x{:02x}", place.address);
        if let Some(label) = self.code.near(place) {
            told += &format!(" {label}");
        }
        if let Some(spot) = self.code.spot(place) {
            told += &format!("  {}:{}", spot.file, spot.line);
        }
        if let Some(text) = self.code.text(place) {
            told += &format!("  {}", text.trim());
        }
        told
    }

    /// The place and the registers.
    pub(super) fn whereabouts(&self) -> String {
        let registers = self.machine().registers();
        let [r0, r1, r2, r3] = registers.r;
        format!(
            "{}\nr0 {r0:02x}  r1 {r1:02x}  r2 {r2:02x}  r3 {r3:02x}  pc {:02x}  sp {:02x}  ps {:02x}",
            self.place(),
            registers.pc,
            registers.sp,
            registers.ps
        )
    }
}
