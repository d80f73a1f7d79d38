# Bank 1, Deep Purple: greedy, one move deep.
#
# Pits are visited from 0E, nearest the store, to 09. A move that repeats is taken at once, unless a move that captures has
# been met: then it is passed over. Otherwise the move by which the own store grows most, the first met of equals.
#
# A move with n seeds from the pit d places before the store has n - d seeds left when it comes to the store, with one of
# them for the store itself:
#
#   n - d < 0       ends in the own row before the store: pit + n; captures if that is empty and the opposite is not
#   n - d = 0       ends in the store: repeats
#   n - d = 1 .. 6  ends in the user's row
#   7 .. 12         ends in the own row, all user's pits have got a seed: captures if the pit is empty, that is, it was and
#                   lies behind the starting pit, or is the starting pit (13 seeds)
#   13 and more     another lap: the same with 13 less, another seed for the store, and no capture any more

        asect 0x12
MESSAGE:
        asect 0x14
AI_PIT:
        asect 0x19
CAPTURE:                        # a capturing move has been met
        asect 0x1A
REPEAT:                         # the current move is to be played, because it repeats
        asect 0x1B
MOST:                           # the largest growth so far
        asect 0x1C
MOST_PIT:                       # and its pit
        asect 0x1D
GROWTH:                         # the growth by the current move

        asect 0x10
DECIDING:
        asect 0x03
MOVE_MAKER:

        asect 0x00
deep_purple:
        ldi     r0, MESSAGE
        ldi     r1, DECIDING
        st      r0, r1
        ld      r0, r1          # Messages shows what is read
        ldi     r0, CAPTURE
        clr     r1
        st      r0, r1
        ldi     r0, MOST
        dec     r1
        st      r0, r1          # -1: less than any
        ldi     r0, 14

visit:  ld      r0, r1
        tst     r1
        beq     next
        ldi     r2, REPEAT
        clr     r3
        st      r2, r3
        move    r0, r3
        ldi     r2, 15
        sub     r2, r3          # d
        sub     r1, r3          # n - d
        bmi     short
        clr     r2
lap:    inc     r2              # a seed into the store
        tst     r3
        beq     repeat
        ldi     r1, 13
        cmp     r3, r1
        blt     ends
        sub     r3, r1
        move    r1, r3
        br      lap

ends:   move    r2, r1
        dec     r1
        bne     compare         # more than one lap
        ldi     r1, 7
        cmp     r3, r1
        blt     compare         # in the user's row
        inc     r3
        inc     r3              # where the last seed falls
        cmp     r3, r0
        bgt     compare         # more than 13 seeds
        beq     takes
        ld      r3, r1
        tst     r1
        bne     compare
takes:  ldi     r1, 15
        xor     r3, r1
        ld      r1, r1
        add     r1, r2
        inc     r2              # one for the seed just sown there, one for the last seed
        br      take

short:  ldi     r2, 15
        add     r2, r3          # where the last seed falls
        ld      r3, r1
        clr     r2
        tst     r1
        bne     compare
        ldi     r1, 15
        xor     r3, r1
        ld      r1, r2
        tst     r2
        beq     compare
take:   inc     r2
        ldi     r3, CAPTURE
        st      r3, r2
        br      compare

repeat: ldi     r3, CAPTURE
        ld      r3, r3
        tst     r3
        bne     next
        ldi     r3, REPEAT
        st      r3, r2
        br      play

compare:
        ldi     r3, GROWTH
        st      r3, r2
        ldi     r3, MOST
        ld      r3, r1
        cmp     r2, r1
        ble     next
        st      r3, r2
        inc     r3              # MOST_PIT
        st      r3, r0

next:   dec     r0
        ldi     r1, 8
        cmp     r0, r1
        bne     visit
        ldi     r0, MOST_PIT
        ld      r0, r0

play:   ldi     r1, AI_PIT      # its lamp goes on
        st      r1, r0
        ldi     r3, MOVE_MAKER
        br      jumper

        asect 0x11
BANK:
        asect 0xFB              # the same bytes in every bank: on to bank r3
jumper: ldi     r2, BANK
        st      r2, r3          # from the next fetch on the new bank answers:
        br      deep_purple     # 00 there
        end
