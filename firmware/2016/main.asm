# The Mancala console of 2016: power-on, the main loop, the end of the game.
#
# The game pad is data memory F0-FF: index 1-6 the human's pits, 7 the human's store, 9-14 the computer's pits, 15 the
# computer's store. Index 0 is IO-0: read, the button pressed (0: none); written, the four lights. README.md has the map.
#
# r1 is the pad a subroutine works on: IO for the real one, 0 for the copy in data memory 01-0F. Cell 0 between them holds
# the index of the mover's own store, in both cases.

        asect 0xF0
IO:
        asect 0x10
LAST:                           # the pit the human played last
        asect 0x01
MAKE_MOVE:                      # the lights
        asect 0x02
RENDERING:
        asect 0x09
TRY_AGAIN:                      # error, and make move
        asect 0x10
GAME_OVER:                      # no light: it lets the WLD chips speak

        asect 0x00
mkmove: ext
capture: ext
choose: ext

        setsp   IO
        ldi     r0, IO
        ldi     r1, RENDERING   # presses are not heard until make move is lit
        st      r0, r1
        ldi     r1, IO+6        # four seeds in every pit
        ldi     r2, IO+14
        ldi     r3, 4
fill:   st      r1, r3
        st      r2, r3
        dec     r2
        dec     r1
        cmp     r1, r0
        bne     fill
        ldi     r2, 7           # the human begins
        clr     r3
        st      r3, r2

# Whoever moves: if a row is empty the game has ended. The rows are counted on a copy, because counting takes the seeds.
turn>   jsr     copy
        ldi     r0, 7
        jsr     sweep
        beq     over
        ldi     r0, 15
        jsr     sweep
        beq     over
        ldi     r1, IO
        clr     r2
        ld      r2, r2
        cmp     r2, r0          # r0 is 15 still
        bne     human
        jsr     choose
        br      go

human:  ldi     r2, MAKE_MOVE
light:  st      r1, r2
wait:   ld      r1, r0
        tst     r0
        beq     wait
        ldi     r2, LAST
        st      r2, r0

# The pit of index r0 is played.
go:     ldi     r1, IO
        ldi     r2, RENDERING
        st      r1, r2
        jsr     mkmove
        bne     pass
        bcc     turn            # an extra turn
        ldi     r2, TRY_AGAIN   # an empty pit
        br      light

pass:   jsr     capture
        clr     r3              # hand over: store 7 <-> 15
        ld      r3, r2
        ldi     r0, 8
        xor     r0, r2
        st      r3, r2
        br      turn

over:   ldi     r0, IO+7
        jsr     sweep
        ldi     r0, IO+15
        jsr     sweep
        ldi     r1, IO
        ldi     r2, GAME_OVER
        st      r1, r2
        halt

# Copies the pad to cells 01-0F. Out: r1 = 0, the copy.
copy>   ldi     r1, IO+1
        ldi     r2, 1
next:   ld      r1, r3
        st      r2, r3
        inc     r2
        inc     r1
        bne     next
        rts

# Moves the seeds of a row into its store, r0 the store's address. Out: r2 = how many, Z if none; r0 as it was.
sweep>  push    r0
        clr     r2
pit:    dec     r0
        ld      r0, r3
        add     r3, r2
        clr     r3
        st      r0, r3
        ldi     r3, 7
        and     r0, r3
        dec     r3
        bne     pit
        pop     r0
        ld      r0, r3
        add     r2, r3
        st      r0, r3
        tst     r2
        rts
        end
