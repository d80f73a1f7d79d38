//! Pins with a pull resistor mostly just pass on their value, because all of it is driven. They are assumed to do no more than
//! that, and their value is watched: once a bit of it is not known, a plan without this assumption takes over for good.
//!
//! Moments are stored in the words of the plan without trust, so that they fit both.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Fast;
use crate::component::Behaviour;
use crate::netlist::{Design, PartId, PortId};
use crate::sim::compile::plan::{
    FoldedPart, Origin, Piece, Plan, SlotId, SourceId, TapId, TrustedPin,
};
use crate::sim::exact::{Exact, read};
use crate::sim::states::Shared;
use crate::value::Word;

/// Once this many pins have seen an unknown value, none is trusted any more.
const MOST_FAILURES: u32 = 8;

/// By source of one plan: its bits in the other.
type Pieces = Vec<Vec<Piece<SourceId>>>;

/// The plan without trust, and where its words are in the other.
pub(super) struct Base {
    design: Arc<Design>,
    plan: Arc<Plan>,
    /// The pins that the other plan trusts.
    trust: HashSet<PortId>,
    failures: u32,
    /// By source of this plan: its bits in the other.
    from: Pieces,
    /// By source of the other: the one of this plan.
    back: Vec<SourceId>,
}

impl Base {
    /// A plan that trusts some pins; `None` if it would trust no pin, or its words are not those of this plan.
    fn trusting(&self, shared: &Shared) -> Option<(Plan, Base)> {
        let plan = Plan::build_trusting(&self.design, shared, &self.trust)?;
        let (from, back) = self.words_in(&plan)?;
        let base = Base {
            design: self.design.clone(),
            plan: self.plan.clone(),
            trust: self.trust.clone(),
            failures: self.failures,
            from,
            back,
        };
        (!plan.trusted.is_empty()).then_some((plan, base))
    }

    /// Where the words of this plan are in another, and the other way round.
    fn words_in(&self, other: &Plan) -> Option<(Pieces, Vec<SourceId>)> {
        let by_origin = |plan: &Plan| -> HashMap<Origin, SourceId> {
            let all = plan.source_origin.entries();
            all.map(|(source, origin)| (*origin, source)).collect()
        };
        let (here, there) = (by_origin(&self.plan), by_origin(other));
        let pieces = |origin: &Origin| match (there.get(origin), origin) {
            (Some(&from), _) => Some(vec![Piece {
                from,
                shift: 0,
                to: 0,
                mask: u32::MAX,
            }]),
            (None, Origin::Net(net)) => Some(other.nets.get(*net).to_vec()),
            (None, Origin::Port(port)) => {
                let mut pins = other.trusted.iter();
                let pin = pins.find(|pin| pin.port == *port)?;
                Some(pin.inside.clone())
            }
        };
        let from = self.plan.source_origin.iter().map(pieces);
        let from = from.collect::<Option<Vec<_>>>()?;
        let back = other.source_origin.iter();
        let back = back.map(|origin| here.get(origin).copied());
        let back = back.collect::<Option<Vec<SourceId>>>()?;
        Some((from, back))
    }

    /// Trusts no pin that sees one of these sources.
    fn without(&self, other: &Plan, sources: &HashSet<SourceId>) -> Base {
        let sees = |pin: &&TrustedPin| pin.outside.iter().any(|source| sources.contains(source));
        let gone: HashSet<PortId> = other
            .trusted
            .iter()
            .filter(sees)
            .map(|pin| pin.port)
            .collect();
        let failures = self.failures + 1;
        let trust = self.trust.difference(&gone).copied();
        Base {
            design: self.design.clone(),
            plan: self.plan.clone(),
            trust: trust.filter(|_| failures < MOST_FAILURES).collect(),
            failures,
            from: Vec::new(),
            back: Vec::new(),
        }
    }
}

impl Fast {
    /// An engine for a design that the exact engine has brought to rest.
    pub(in crate::sim) fn of(design: &Arc<Design>, shared: &Shared, exact: &Exact) -> Option<Fast> {
        let plan = Arc::new(Plan::build(design, shared)?);
        let base = Base {
            trust: trustworthy(design, &plan, shared, exact),
            design: design.clone(),
            plan,
            failures: 0,
            from: Vec::new(),
            back: Vec::new(),
        };
        Some(Fast::on(base, shared))
    }

    /// An engine that trusts as many pins as possible.
    fn on(base: Base, shared: &Shared) -> Fast {
        let trusting = match base.trust.is_empty() {
            true => None,
            false => base.trusting(shared),
        };
        match trusting {
            None => Fast::new(base.plan, shared),
            Some((plan, base)) => {
                let mut fast = Fast::new(Arc::new(plan), shared);
                fast.base = Some(Arc::new(base));
                fast
            }
        }
    }

    /// The plan in whose words moments are stored.
    pub(in crate::sim) fn plan(&self) -> &Arc<Plan> {
        match &self.base {
            Some(base) => &base.plan,
            None => &self.plan,
        }
    }

    /// What every source of [`Fast::plan`] drives: at rest that is all there is to know.
    pub(in crate::sim) fn values(&self) -> Cow<'_, [Word]> {
        match &self.base {
            None => self.own_values().into(),
            Some(base) => {
                let words = base.from.iter().map(|pieces| self.gather(pieces));
                words.collect::<Vec<Word>>().into()
            }
        }
    }

    /// Goes back to what [`Fast::values`] gave.
    pub(in crate::sim) fn set_values(&mut self, shared: &Shared, values: &[Word]) {
        let Some(base) = &self.base else {
            return self.set_words(values);
        };
        let own = base.back.iter().map(|source| values[source.0 as usize]);
        let own: Vec<Word> = own.collect();
        self.set_words(&own);
        if !self.is_trustworthy() {
            self.distrust(shared);
            self.set_values(shared, values);
        }
    }

    /// Whether everything is known that pins are taken to pass on.
    pub(super) fn is_trustworthy(&self) -> bool {
        self.unknown().next().is_none()
    }

    /// Sources with a bit that should be known and is not.
    fn unknown(&self) -> impl Iterator<Item = SourceId> {
        let known = self.plan.known.entries();
        let unknown =
            known.filter(|(source, bits)| self.live.words[SlotId(source.0)].u & *bits != 0);
        unknown.map(|(source, _)| source)
    }

    /// Trusts no pin any more that saw something that is not known. What the sources drive has to be set anew.
    pub(in crate::sim) fn distrust(&mut self, shared: &Shared) {
        let Some(base) = self.base.take() else {
            return;
        };
        let sources = self.unknown().chain(self.suspect).collect();
        let evaluations = self.evaluations;
        *self = Fast::on(base.without(&self.plan, &sources), shared);
        self.evaluations = evaluations;
    }
}

/// Pins with a pull resistor that see only what one driver drives and is known at rest.
fn trustworthy(design: &Design, plan: &Plan, shared: &Shared, exact: &Exact) -> HashSet<PortId> {
    let is_firm = |source: SourceId| matches!(plan.source_origin[source], Origin::Port(_));
    let sees_all = |(part, folded): (PartId, &FoldedPart)| {
        let pieces = folded.outside.iter();
        let sources = pieces.filter(|piece| piece.from != TapId::FLOATING);
        let mut sources = sources.map(|piece| plan.tap_list[piece.from].0);
        (sources.all(is_firm) && is_known(design, shared, exact, part)).then(|| folded.port(0))
    };
    let pins = plan.parts.entries().filter(|(_, folded)| {
        matches!(&folded.behaviour, Behaviour::Pin(pin) if pin.has_pull()) && folded.passes_on()
    });
    pins.filter_map(sees_all).collect()
}

/// Whether all bits that a pin sees outside are known at rest.
fn is_known(design: &Design, shared: &Shared, exact: &Exact, part: PartId) -> bool {
    let (instance, component) = shared.frame.part_place[part];
    let Some((outer, user)) = design.instances[instance].parent else {
        return false;
    };
    let sheet = design.sheet(outer);
    let mut ports = sheet.port_ids(user);
    let port = ports.find(|&local| sheet.ports[local].pin == component);
    let nets = exact.nets.rest(design.instances[outer].first_net);
    port.is_some_and(|local| read(nets, sheet, local).is_known())
}
