#!/usr/bin/env python3
"""The Python game of the Ain Shams document, written from its text: rules stone by stone, and evaluate as printed.

It shares nothing with the Rust program. `python3 ain_shams.py > ain_shams.txt` writes the answers the tests compare with, one
a line: the 14 places, whether the AI's last move earned another turn, steal, levels, and the bin (1 to 6) the AI empties.
"""

import random

USER, AI = 6, 13  # the mancalas


def make_a_move(state, bin_, own, steal):
    """The state after emptying a bin, with is_final and another_turn; None if the bin is empty."""
    state = list(state)
    stones = state[bin_]
    if stones == 0:
        return None
    other = USER + AI - own
    first = own - 6
    at = bin_
    for dropped in range(1, stones + 1):
        at = (at + 1) % 14
        if at == other:
            at = (at + 1) % 14
        if dropped == stones and steal and first <= at < own and state[at] == 0:
            state[own] += 1 + state[12 - at]
            state[12 - at] = 0
        else:
            state[at] += 1
        state[bin_] -= 1
    another_turn = at == own
    is_final = check_for_final(state)
    return state, is_final, another_turn


def check_for_final(state):
    if any(state[0:6]) and any(state[7:13]):
        return False
    state[USER] += sum(state[0:6])
    state[AI] += sum(state[7:13])
    state[0:6] = state[7:13] = [0] * 6
    return True


def next_moves(state, own, steal):
    moves = ((bin_ - own + 7, make_a_move(state, bin_, own, steal)) for bin_ in range(own - 6, own))
    return [(number, after) for number, after in moves if after]


def evaluate(state_tuple, levels, steal, is_max=True, level=0, alpha=float("-inf"), beta=float("inf")):
    """As printed: the another_turn of this state, not of the next one, says who moves after the next move."""
    state, is_final, another_turn = state_tuple
    if is_final or level == levels:
        return state[AI] - state[USER], None
    next_max = is_max if another_turn else not is_max
    best = None
    for number, after in next_moves(state, AI if is_max else USER, steal):
        score, _ = evaluate(after, levels, steal, next_max, level + 1, alpha, beta)
        if is_max and score > alpha:
            alpha, best = score, number
        elif not is_max and score < beta:
            beta, best = score, number
        if alpha >= beta:
            break
    return (alpha if is_max else beta), best


def main():
    random.seed(2020)
    for game in range(120):
        steal = game % 3 > 0
        state, another_turn, own = [4, 4, 4, 4, 4, 4, 0] * 2, False, random.choice([USER, AI])
        if game % 4 == 0:  # many stones in one bin, for laps
            for _ in range(30):
                source = random.choice([place for place in range(14) if state[place]])
                state[source] -= 1
                state[game // 4 % 6 + random.choice([0, 7])] += 1
        over = not (any(state[0:6]) and any(state[7:13]))
        while not over:
            if own == AI and random.random() < 0.3:
                levels = random.choice([1, 2, 3, 4, 5])
                _, number = evaluate((state, False, another_turn), levels, steal)
                print(",".join(map(str, state)), int(another_turn), int(steal), levels, number)
            number, (state, over, another_turn) = random.choice(next_moves(state, own, steal))
            own = own if another_turn else USER + AI - own


if __name__ == "__main__":
    main()
