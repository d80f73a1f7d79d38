//! Arithmetic on words. A number with an undefined bit makes the whole result undefined.

use super::{Bit, Bits, Logic, Node};

impl Logic {
    /// The condition under which some bit is not 0 or 1.
    pub(crate) fn some_unknown(&mut self, words: &[&[Bit]]) -> Node {
        let mut some = Node::FALSE;
        for bit in words.iter().flat_map(|word| word.iter()) {
            some = self.bdd.or(some, bit.u);
        }
        some
    }

    pub fn number(value: u64, width: u32) -> Bits {
        let bit = |at: u32| Bit::known(Node::constant(value.checked_shr(at).unwrap_or(0) & 1 != 0));
        (0..width).map(bit).collect()
    }

    /// The number, if it is constant and all bits are known.
    pub fn value(word: &[Bit]) -> Option<u32> {
        let mut value = 0;
        for (at, bit) in word.iter().enumerate() {
            let bit = bit.constant().filter(|bit| bit.u == 0)?;
            value |= bit.v << at;
        }
        Some(value)
    }

    fn spoil(&mut self, word: Vec<Node>, unknown: Node) -> Bits {
        let spoiled = word.into_iter().map(|v| Bit {
            v: self.bdd.or(v, unknown),
            u: unknown,
        });
        spoiled.collect()
    }

    /// `a + b + carry` of equal widths: the sum, and the carry out.
    fn sum(&mut self, a: &[Node], b: &[Node], mut carry: Node) -> (Vec<Node>, Node) {
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let odd = self.bdd.xor(a, b);
            sum.push(self.bdd.xor(odd, carry));
            carry = self.bdd.ite(odd, carry, a);
        }
        (sum, carry)
    }

    fn difference(&mut self, a: &[Node], b: &[Node]) -> (Vec<Node>, Node) {
        let b: Vec<Node> = b.iter().map(|&b| self.bdd.not(b)).collect();
        self.sum(a, &b, Node::TRUE)
    }

    pub fn add(&mut self, a: &[Bit], b: &[Bit]) -> Bits {
        let unknown = self.some_unknown(&[a, b]);
        let sum = self.sum(&plane(a), &plane(b), Node::FALSE).0;
        self.spoil(sum, unknown)
    }

    pub(crate) fn subtract(&mut self, a: &[Bit], b: &[Bit]) -> Bits {
        let unknown = self.some_unknown(&[a, b]);
        let difference = self.difference(&plane(a), &plane(b)).0;
        self.spoil(difference, unknown)
    }

    pub fn multiply(&mut self, a: &[Bit], b: &[Bit]) -> Bits {
        let unknown = self.some_unknown(&[a, b]);
        let (a, b) = (plane(a), plane(b));
        let mut product = vec![Node::FALSE; a.len()];
        for (shift, &bit) in b.iter().enumerate() {
            let mut row = vec![Node::FALSE; shift];
            row.extend(a.iter().map(|&a| self.bdd.and(a, bit)));
            row.truncate(a.len());
            product = self.sum(&product, &row, Node::FALSE).0;
        }
        self.spoil(product, unknown)
    }

    /// Quotient and remainder; undefined for a division by 0.
    pub fn divide(&mut self, a: &[Bit], b: &[Bit]) -> (Bits, Bits) {
        let mut unknown = self.some_unknown(&[a, b]);
        let (a, mut b) = (plane(a), plane(b));
        let mut some = Node::FALSE;
        for &bit in &b {
            some = self.bdd.or(some, bit);
        }
        let zero = self.bdd.not(some);
        unknown = self.bdd.or(unknown, zero);
        b.push(Node::FALSE);
        let mut rest = vec![Node::FALSE; b.len()];
        let mut quotient = vec![Node::FALSE; a.len()];
        for at in (0..a.len()).rev() {
            rest.insert(0, a[at]);
            rest.truncate(b.len());
            let (less, fits) = self.difference(&rest, &b);
            quotient[at] = fits;
            for (rest, less) in rest.iter_mut().zip(less) {
                *rest = self.bdd.ite(fits, less, *rest);
            }
        }
        rest.truncate(b.len() - 1);
        (self.spoil(quotient, unknown), self.spoil(rest, unknown))
    }

    pub fn equal(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let unknown = self.some_unknown(&[a, b]);
        let mut differ = Node::FALSE;
        for (a, b) in a.iter().zip(b) {
            let odd = self.bdd.xor(a.v, b.v);
            differ = self.bdd.or(differ, odd);
        }
        let equal = self.bdd.not(differ);
        self.spoil(vec![equal], unknown)[0]
    }

    pub fn less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let unknown = self.some_unknown(&[a, b]);
        let at_least = self.difference(&plane(a), &plane(b)).1;
        let less = self.bdd.not(at_least);
        self.spoil(vec![less], unknown)[0]
    }

    pub(crate) fn choose_word(&mut self, condition: Bit, yes: &[Bit], no: &[Bit]) -> Bits {
        let pairs = yes.iter().zip(no);
        pairs
            .map(|(&yes, &no)| self.choose(condition, yes, no))
            .collect()
    }

    pub(crate) fn join_words(&mut self, a: &[Bit], b: &[Bit]) -> Bits {
        let pairs = a.iter().zip(b);
        pairs.map(|(&a, &b)| self.join(a, b)).collect()
    }
}

fn plane(word: &[Bit]) -> Vec<Node> {
    word.iter().map(|bit| bit.v).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_is_that_of_numbers() {
        let mut logic = Logic::new(1000);
        let word = |value: u32| Logic::number(u64::from(value), 5);
        for a in 0..32 {
            for b in 0..32 {
                let (x, y) = (word(a), word(b));
                let sum = logic.add(&x, &y);
                assert_eq!(Logic::value(&sum), Some((a + b) % 32));
                let difference = logic.subtract(&x, &y);
                assert_eq!(Logic::value(&difference), Some((a + 32 - b) % 32));
                let product = logic.multiply(&x, &y);
                assert_eq!(Logic::value(&product), Some(a * b % 32));
                let (quotient, rest) = logic.divide(&x, &y);
                assert_eq!(Logic::value(&quotient), a.checked_div(b));
                assert_eq!(Logic::value(&rest), a.checked_rem(b));
                assert_eq!(logic.less(&x, &y), Bit::known(Node::constant(a < b)));
                assert_eq!(logic.equal(&x, &y), Bit::known(Node::constant(a == b)));
            }
        }
    }

    #[test]
    fn an_undefined_bit_spoils_a_number() {
        let mut logic = Logic::new(1000);
        let mut word = Logic::number(3, 4);
        word[0] = Bit::FLOAT;
        let sum = logic.add(&word, &Logic::number(1, 4));
        assert_eq!(sum, vec![Bit::UNDEFINED; 4]);
    }
}
