//! The faults in the programs of 2022.

use crate::mutants::Break::Firmware;
use crate::mutants::{Mutant, caught, same};

pub const ALL: &[Mutant] = &[
    caught(
        "start",
        "three seeds instead of four",
        Firmware("initialisation.asm", "ldi     r1, 4", "ldi     r1, 3"),
    )
    .quick(1),
    caught(
        "start",
        "a pit of each row is left empty",
        Firmware(
            "initialisation.asm",
            "ldi     r0, PAD+6 ",
            "ldi     r0, PAD+5 ",
        ),
    ),
    caught(
        "start",
        "the stores begin with four seeds",
        Firmware(
            "initialisation.asm",
            "clr     r1\n        ldi     r0, PAD+7",
            "ldi     r0, PAD+7",
        ),
    ),
    caught(
        "first-move",
        "the computer begins",
        Firmware("initialisation.asm", "ldi     r3, HUMAN", "ldi     r3, 3"),
    ),
    caught(
        "sowing",
        "the first pit of the other row is skipped",
        Firmware("human.asm", "ldi     r0, PAD+9", "ldi     r0, PAD+10"),
    )
    .quick(1),
    caught(
        "sowing",
        "the pit is not emptied",
        Firmware(
            "human.asm",
            "st      r0, r1\n        ldi     r3, PAD+8",
            "nop\n        ldi     r3, PAD+8",
        ),
    ),
    caught(
        "sowing",
        "every seed counts twice",
        Firmware(
            "human.asm",
            "inc     r1\n        st      r0, r1\n        dec",
            "inc     r1\n        inc     r1\n        st      r0, r1\n        dec",
        ),
    ),
    caught(
        "sowing",
        "a seed too many is sown",
        Firmware(
            "human.asm",
            "ld      r0, r2\n        clr     r1\n        st      r0, r1",
            "ld      r0, r2\n        inc     r2\n        clr     r1\n        st      r0, r1",
        ),
    ),
    caught(
        "sowing",
        "the own store is skipped",
        Firmware(
            "human.asm",
            "ldi     r3, PAD+8\n\nsow",
            "ldi     r3, PAD+7\n\nsow",
        ),
    ),
    caught(
        "laps",
        "from 13 seeds on, one is lost",
        Firmware(
            "human.asm",
            "ld      r0, r2\n        clr     r1",
            "ld      r0, r2\n        ldi     r1, 13\n        cmp     r2, r1\n        blt     few\n        dec     r2\nfew:    clr     r1",
        ),
    ),
    caught(
        "laps",
        "from 13 seeds on, one is sown too many",
        Firmware(
            "human.asm",
            "ld      r0, r2\n        clr     r1",
            "ld      r0, r2\n        ldi     r1, 13\n        cmp     r2, r1\n        blt     few\n        inc     r2\nfew:    clr     r1",
        ),
    ),
    caught(
        "skipped-store",
        "a seed falls into the opponent's store",
        Firmware(
            "human.asm",
            "ldi     r3, PAD+15\n        br      drop",
            "ldi     r3, 0\n        br      drop",
        ),
    )
    .quick(2),
    caught(
        "skipped-store",
        "the own first pit is skipped with the store",
        Firmware(
            "human.asm",
            "home:   ldi     r0, PAD+1",
            "home:   ldi     r0, PAD+2",
        ),
    ),
    caught(
        "extra-turn",
        "no extra turn",
        Firmware(
            "referee.asm",
            "beq     ends            # an extra move",
            "nop",
        ),
    )
    .quick(1),
    caught(
        "extra-turn",
        "every move gives an extra turn",
        Firmware(
            "referee.asm",
            "beq     ends            # an extra move",
            "br      ends",
        ),
    ),
    caught(
        "extra-turn",
        "the turn is not passed on",
        Firmware(
            "referee.asm",
            "xor     r1, r2\n        push    r2",
            "nop\n        push    r2",
        ),
    ),
    caught(
        "extra-turn",
        "the person's extra turn is the computer's",
        Firmware(
            "referee.asm",
            "ldi     r2, 2           # human again",
            "ldi     r2, 3           # human again",
        ),
    ),
    caught(
        "extra-turn",
        "the computer's extra turn is the person's",
        Firmware(
            "referee.asm",
            "ldi     r2, 3           # computer again",
            "ldi     r2, 2           # computer again",
        ),
    ),
    caught(
        "capture",
        "no captures",
        Firmware(
            "referee.asm",
            "bne     no              # in the other's row",
            "br      no",
        ),
    )
    .quick(2),
    caught(
        "capture",
        "captures in the other's row",
        Firmware(
            "referee.asm",
            "bne     no              # in the other's row",
            "nop",
        ),
    ),
    caught(
        "capture",
        "captures in pits that were not empty",
        Firmware(
            "referee.asm",
            "        bne     no              # the pit was not empty",
            "        nop",
        ),
    ),
    caught(
        "capture",
        "a capture of nothing",
        Firmware(
            "referee.asm",
            "tst     r1\n        beq     no\n",
            "tst     r1\n        nop\n",
        ),
    ),
    caught(
        "capture",
        "the last seed is not captured with the others",
        Firmware(
            "referee.asm",
            "inc     r1\n        push    r0",
            "nop\n        push    r0",
        ),
    ),
    caught(
        "capture",
        "the capturing seed stays",
        Firmware(
            "referee.asm",
            "st      r0, r1\n        st      r2, r1\nno",
            "nop\n        st      r2, r1\nno",
        ),
    ),
    caught(
        "capture",
        "captured seeds stay opposite",
        Firmware(
            "referee.asm",
            "st      r0, r1\n        st      r2, r1\nno",
            "st      r0, r1\n        nop\nno",
        ),
    ),
    caught(
        "capture",
        "captured seeds are lost",
        Firmware("referee.asm", "add     r1, r0\n", "nop\n"),
    ),
    caught(
        "capture",
        "captured seeds go to the other's store",
        Firmware(
            "referee.asm",
            "push    r0\n        ld      r3, r0",
            "push    r0\n        ldi     r0, 8\n        xor     r0, r3\n        ld      r3, r0",
        ),
    ),
    caught(
        "end",
        "the computer's row is not swept",
        Firmware(
            "referee.asm",
            "        ldi     r3, PAD+15\n        jsr     sweep\n",
            "",
        ),
    )
    .quick(2),
    caught(
        "end",
        "the person's row is not swept",
        Firmware(
            "referee.asm",
            "over:   ldi     r3, PAD+7\n        jsr     sweep\n",
            "over:\n",
        ),
    ),
    caught(
        "end",
        "an empty row of the person is not noticed",
        Firmware(
            "referee.asm",
            "        ldi     r0, PAD+7\n        jsr     count\n        beq     over\n",
            "",
        ),
    ),
    caught(
        "end",
        "an empty row of the computer is not noticed",
        Firmware(
            "referee.asm",
            "        ldi     r0, PAD+15\n        jsr     count\n        beq     over\n",
            "",
        ),
    ),
    caught(
        "end",
        "the first pit of a row is not swept",
        Firmware(
            "referee.asm",
            "sweep:  ldi     r0, -6",
            "sweep:  ldi     r0, -5",
        ),
    ),
    caught(
        "end",
        "swept seeds are lost",
        Firmware(
            "referee.asm",
            "add     r2, r1\n        st      r3, r1\n        clr",
            "add     r2, r1\n        nop\n        clr",
        ),
    ),
    caught(
        "end",
        "five pits decide that a row is empty",
        Firmware(
            "referee.asm",
            "count:  ldi     r3, 6",
            "count:  ldi     r3, 5",
        ),
    ),
    same(
        "a button after the end would give a seed, but empty pits have no button that is heard",
        Firmware(
            "referee.asm",
            "        jsr     sweep\n        halt\n",
            "        jsr     sweep\n        ldi     r1, INPUT\n        clr     r0\n        st      r1, r0\ndead:   ld      r1, r0\n        tst     r0\n        beq     dead\n        ldi     r3, PAD+7\n        st      r3, r0\n        br      dead\n",
        ),
    ),
    caught(
        "long-games",
        "sowing never ends",
        Firmware("human.asm", "sow:    inc     r0\n", "sow:    br      sow\n"),
    ),
    caught(
        "long-games",
        "the program waits for ever and looks at no button",
        Firmware(
            "human.asm",
            "beq     wait            # once",
            "br      wait            # once",
        ),
    ),
    caught(
        "computer-move",
        "the computer sows past the person's first pit",
        Firmware("computer.asm", "ldi     r0, PAD+1\n", "ldi     r0, PAD+2\n"),
    )
    .quick(3),
    caught(
        "computer-move",
        "the computer plays empty pits",
        Firmware(
            "computer.asm",
            "ld      r0, r1\n        tst     r1\n        beq     any",
            "ld      r0, r1\n        tst     r1\n        nop",
        ),
    ),
    caught(
        "computer-move",
        "the computer does not empty its pit",
        Firmware(
            "computer.asm",
            "clr     r1\n        st      r0, r1\n        clr     r3",
            "clr     r1\n        nop\n        clr     r3",
        ),
    ),
    caught(
        "computer-move",
        "the computer sows into the person's store",
        Firmware(
            "computer.asm",
            "ldi     r3, PAD+7\n        br      drop",
            "ldi     r3, PAD+8\n        br      drop",
        ),
    ),
    caught(
        "computer-move",
        "the computer's seeds count twice",
        Firmware(
            "computer.asm",
            "drop:   ld      r0, r1\n        inc     r1",
            "drop:   ld      r0, r1\n        inc     r1\n        inc     r1",
        ),
    ),
    caught(
        "long-games",
        "the computer thinks for ever",
        Firmware(
            "computer.asm",
            "try:    ld      r0, r1\n",
            "try:    br      try\n",
        ),
    ),
    same(
        "after the end the program goes round for ever instead of stopping",
        Firmware(
            "referee.asm",
            "        jsr     sweep\n        halt\n",
            "        jsr     sweep\nstay:   br      stay\n",
        ),
    ),
];
