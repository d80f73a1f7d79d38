//! The smallest sum of products, or product of sums, of a column.
//!
//! A *cube* is a number in base 3 with a digit for each input: 0, 1, or 2 for an input that is left out. All 3^n of them
//! are examined, so that the primes are found without comparing terms with each other. Then a cover is chosen: first
//! the essential primes, then the best choice of the rest, searched as far as a bound allows.

use super::expression::Expression;
use super::truth::Cell;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    SumOfProducts,
    ProductOfSums,
}

/// Number of choices after which the best cover so far is taken.
const MOST_CHOICES: usize = 20_000;

/// A term: the inputs that are left out, and the values of the others. The first input is the highest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Term {
    left_out: usize,
    value: usize,
}

impl Term {
    fn covers(self, row: usize) -> bool {
        row & !self.left_out == self.value
    }

    fn literals(self, inputs: usize) -> usize {
        inputs - self.left_out.count_ones() as usize
    }
}

/// The smallest expression of a form that agrees with the column wherever its value matters.
pub fn minimise(column: &[Cell], form: Form) -> Expression {
    let inputs = column.len().trailing_zeros() as usize;
    let wanted = match form {
        Form::SumOfProducts => Cell::One,
        Form::ProductOfSums => Cell::Zero,
    };
    if !column.contains(&wanted) {
        return Expression::Constant(wanted == Cell::Zero);
    }
    let rows: Vec<usize> = (0..column.len())
        .filter(|&row| column[row] == wanted)
        .collect();
    let may = |row: usize| column[row] == wanted || column[row] == Cell::Any;
    let primes = primes(inputs, &may);
    let mut terms = Cover::new(primes, &rows, inputs).best();
    terms.sort_by_key(|term| (term.value, term.left_out));
    let mut parts: Vec<Expression> = terms.iter().map(|term| part(*term, inputs, form)).collect();
    match (parts.len(), form) {
        (1, _) => parts.remove(0),
        (_, Form::SumOfProducts) => Expression::Or(parts),
        (_, Form::ProductOfSums) => Expression::And(parts),
    }
}

/// A term as a product; for a product of sums, the sum that is 0 there.
fn part(term: Term, inputs: usize, form: Form) -> Expression {
    let sums = form == Form::ProductOfSums;
    let mut literals: Vec<Expression> = (0..inputs)
        .filter(|input| term.left_out >> (inputs - 1 - input) & 1 == 0)
        .map(|input| {
            let one = term.value >> (inputs - 1 - input) & 1 == 1;
            match one == sums {
                true => Expression::Variable(input).negated(),
                false => Expression::Variable(input),
            }
        })
        .collect();
    match literals.len() {
        0 => Expression::Constant(!sums),
        1 => literals.remove(0),
        _ if sums => Expression::Or(literals),
        _ => Expression::And(literals),
    }
}

/// The largest cubes inside the rows that may be covered.
fn primes(inputs: usize, may: &dyn Fn(usize) -> bool) -> Vec<Term> {
    let mut powers = vec![1usize];
    for input in 0..inputs {
        powers.push(powers[input] * 3);
    }
    // Digit k belongs to bit k of a row. A cube comes after those it is made of.
    let digit = |cube: usize, k: usize| cube / powers[k] % 3;
    let mut fits = vec![false; powers[inputs]];
    for cube in 0..fits.len() {
        let free = (0..inputs).find(|&k| digit(cube, k) == 2);
        fits[cube] = match free {
            Some(k) => fits[cube - powers[k]] && fits[cube - 2 * powers[k]],
            None => may((0..inputs).map(|k| digit(cube, k) << k).sum()),
        };
    }
    let larger = |cube: usize, k: usize| cube + (2 - digit(cube, k)) * powers[k];
    let is_prime = |cube: usize| {
        fits[cube] && (0..inputs).all(|k| digit(cube, k) == 2 || !fits[larger(cube, k)])
    };
    let term = |cube: usize| Term {
        left_out: (0..inputs)
            .filter(|&k| digit(cube, k) == 2)
            .map(|k| 1 << k)
            .sum(),
        value: (0..inputs)
            .filter(|&k| digit(cube, k) == 1)
            .map(|k| 1 << k)
            .sum(),
    };
    (0..fits.len())
        .filter(|&cube| is_prime(cube))
        .map(term)
        .collect()
}

/// Terms and literals: minimised in this order.
type Cost = (usize, usize);

struct Cover {
    primes: Vec<Term>,
    /// Rows that have to be covered, and the primes that cover each.
    rows: Vec<Vec<usize>>,
    inputs: usize,
    best: Option<(Cost, Vec<usize>)>,
    choices: usize,
}

impl Cover {
    fn new(primes: Vec<Term>, rows: &[usize], inputs: usize) -> Cover {
        let by = |row: &usize| {
            let mut by: Vec<usize> = (0..primes.len())
                .filter(|&p| primes[p].covers(*row))
                .collect();
            // Large terms first: a good cover early prunes the search.
            by.sort_by_key(|&p| primes[p].literals(inputs));
            by
        };
        let rows = rows.iter().map(by).collect();
        Cover {
            primes,
            rows,
            inputs,
            best: None,
            choices: 0,
        }
    }

    fn best(mut self) -> Vec<Term> {
        let mut chosen: Vec<usize> = Vec::new();
        for by in &self.rows {
            if let [only] = by[..]
                && !chosen.contains(&only)
            {
                chosen.push(only);
            }
        }
        let open: Vec<usize> = (0..self.rows.len())
            .filter(|&row| !self.covered(row, &chosen))
            .collect();
        self.greedy(&chosen, &open);
        let cost = self.cost(&chosen);
        self.search(&mut chosen, &open, cost);
        let (_, best) = self.best.unwrap_or_default();
        best.into_iter().map(|p| self.primes[p]).collect()
    }

    fn covered(&self, row: usize, chosen: &[usize]) -> bool {
        self.rows[row].iter().any(|p| chosen.contains(p))
    }

    fn cost(&self, chosen: &[usize]) -> Cost {
        let literals = chosen.iter().map(|&p| self.primes[p].literals(self.inputs));
        (chosen.len(), literals.sum())
    }

    /// Repeatedly takes the prime that covers most open rows.
    fn greedy(&mut self, chosen: &[usize], open: &[usize]) {
        let (mut chosen, mut open) = (chosen.to_vec(), open.to_vec());
        while !open.is_empty() {
            let mut counts = vec![0usize; self.primes.len()];
            open.iter()
                .flat_map(|&row| &self.rows[row])
                .for_each(|&p| counts[p] += 1);
            let weight = |p: &usize| {
                (
                    counts[*p],
                    usize::MAX - self.primes[*p].literals(self.inputs),
                )
            };
            let Some(next) = (0..self.primes.len()).max_by_key(weight) else {
                break;
            };
            chosen.push(next);
            open.retain(|&row| !self.rows[row].contains(&next));
        }
        self.best = Some((self.cost(&chosen), chosen));
    }

    /// Tries every prime for the open row that the fewest can cover.
    fn search(&mut self, chosen: &mut Vec<usize>, open: &[usize], cost: Cost) {
        let bound = self.best.as_ref().map(|(cost, _)| *cost);
        let beaten = |cost: Cost| bound.is_some_and(|bound| cost >= bound);
        if beaten(cost) {
            return;
        }
        let Some(&row) = open.iter().min_by_key(|&&row| self.rows[row].len()) else {
            self.best = Some((cost, chosen.clone()));
            return;
        };
        for p in self.rows[row].clone() {
            self.choices += 1;
            if self.choices > MOST_CHOICES {
                return;
            }
            let left: Vec<usize> = open
                .iter()
                .copied()
                .filter(|&row| !self.rows[row].contains(&p))
                .collect();
            let literals = self.primes[p].literals(self.inputs);
            chosen.push(p);
            self.search(chosen, &left, (cost.0 + 1, cost.1 + literals));
            chosen.pop();
        }
    }
}
