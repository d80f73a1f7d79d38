//! The registry: the requirements of every component.

use std::collections::HashSet;

use circuit::project::{Attrs, Kind};

#[test]
fn every_component_is_named_and_explained() {
    let mut names = HashSet::new();
    for &kind in Kind::ALL {
        let (library, name, about) = (kind.library(), kind.name(), kind.about());
        assert!(names.insert((library, name)), "{library} {name} twice");
        assert_eq!(Kind::find(library, name), Some(kind));
        assert!(Kind::is_library(library), "{library}");
        assert!(about.ends_with('.'), "{name}: {about}");
        assert!(
            !about.contains('\n') && about.len() < 100,
            "{name}: {about}"
        );
    }
    assert_eq!(names.len(), 57);
    let libraries: HashSet<&str> = names.iter().map(|(library, _)| *library).collect();
    assert_eq!(libraries.len(), 7);
}

#[test]
fn every_default_fits_and_every_part_but_text_has_ports() {
    for &kind in Kind::ALL {
        for attr in kind.attributes() {
            let free = attr.default.is_empty();
            assert!(
                free || attr.objection(attr.default).is_none(),
                "{kind:?} {}",
                attr.name
            );
        }
        let attrs = Attrs::default();
        let ports = kind.ports(attrs.of(kind));
        assert_eq!(ports.is_empty(), kind == Kind::Text, "{kind:?}");
    }
}

#[test]
fn port_names() {
    let names = |kind: Kind, set: &[(&str, &str)]| -> String {
        let set = set.iter().map(|(k, v)| ((*k).into(), (*v).into()));
        let attrs = Attrs::new(set);
        let ports = kind.ports(attrs.of(kind));
        let names: Vec<String> = ports.iter().map(|port| port.name.to_string()).collect();
        names.join(" ")
    };
    assert_eq!(names(Kind::And, &[("inputs", "3")]), "out in0 in1 in2");
    assert_eq!(names(Kind::Splitter, &[]), "all end0 end1");
    assert_eq!(names(Kind::Multiplexer, &[]), "in0 in1 select en out");
    assert_eq!(
        names(Kind::Decoder, &[("enable", "false")]),
        "out0 out1 select"
    );
    assert_eq!(
        names(Kind::PriorityEncoder, &[("select", "1")]),
        "in0 in1 out en enout group"
    );
    assert_eq!(names(Kind::Divider, &[]), "a b out upper rem");
    assert_eq!(names(Kind::JkFlipFlop, &[]), "j k clk q nq clr pre en");
    assert_eq!(
        names(Kind::ShiftRegister, &[("length", "2")]),
        "in shift clk clr out load in0 out0 in1 out1"
    );
    assert_eq!(
        names(Kind::Ram, &[("bus", "separate")]),
        "data addr cs oe clr clk we din"
    );
    assert_eq!(names(Kind::SevenSegment, &[]), "a b c d e f g dot");
}
