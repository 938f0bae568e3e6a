# SPDX-License-Identifier: Apache-2.0 OR MIT
# The hierarchical and the hashed timing wheel as pseudo-code that runs. README.md explains it, and
# vectors/run tries it. Every argument is a whole number; a port in a language of fixed widths needs 32 bits.

OK, EXPIRED, BUSY, BAD_ID, BAD_DELAY, BAD_CLOCK, NOT_IDLE, NOT_ACTIVE, BAD_CAPACITY, DUE = range(10)


class Wheel:
    # A wheel has P ticks and `heads` slots. Node s is the head of slot s, node heads + id is timer id.

    def init(w, capacity, now):
        if capacity < 1 or capacity > 2**30: return BAD_CAPACITY
        w.capacity = capacity
        w.longest = w.P // 4                              # what `next` tells at most
        w.deadline = [0] * capacity
        w.next_of = list(range(w.heads + capacity))       # every node is alone in its circle
        w.prev_of = list(range(w.heads + capacity))
        w.occupied = bytearray(w.heads)                   # every bit is clear
        w.turn(now % w.P)
        return OK

    def distance(w, a, b):                                # ticks from a forward to b: 0 .. P-1
        return (b - a) % w.P

    def append(w, node, s):                               # at the tail of slot s
        tail = w.prev_of[s]
        w.next_of[tail], w.prev_of[node] = node, tail
        w.next_of[node], w.prev_of[s] = s, node
        w.occupied[s] = 1

    def unlink(w, node):                                  # the head of the list, if it is empty now; or node
        before, after = w.prev_of[node], w.next_of[node]
        w.next_of[before], w.prev_of[after] = after, before
        w.next_of[node] = w.prev_of[node] = node
        if before != after: return node
        w.occupied[before] = 0
        return before

    def first_occupied(w, start, end):                    # the first slot of start .. end-1 that is not empty
        s = w.occupied.find(1, start, end)
        return s if s >= 0 else None

    def is_id(w, id):
        return 0 <= id < w.capacity

    def is_active(w, id):
        return w.is_id(id) and w.next_of[w.heads + id] != w.heads + id

    def schedule(w, id, delay):                           # of an idle timer
        w.deadline[id] = (w.now + delay) % w.P
        w.append(w.heads + id, w.place(w.deadline[id]))

    def start(w, id, delay):
        if not w.is_id(id): return BAD_ID
        if delay < 1 or delay >= w.P: return BAD_DELAY
        if w.is_active(id): return NOT_IDLE
        w.schedule(id, delay)
        return OK

    def restart(w, id, delay):
        if not w.is_id(id): return BAD_ID
        if delay < 1 or delay >= w.P: return BAD_DELAY
        if w.is_active(id): w.remove(w.heads + id)
        w.schedule(id, delay)
        return OK

    def start_at(w, id, deadline):
        delay = w.distance(w.now, deadline % w.P)
        if not w.is_id(id): return BAD_ID
        if delay == 0 or delay > w.P - w.longest: return DUE
        if delay >= w.P // 2: return BAD_DELAY
        return w.start(id, delay)

    def restart_at(w, id, deadline):
        delay = w.distance(w.now, deadline % w.P)
        if not w.is_id(id): return BAD_ID
        if delay == 0 or delay > w.P - w.longest: return DUE
        if delay >= w.P // 2: return BAD_DELAY
        return w.restart(id, delay)

    def stop(w, id):
        if not w.is_id(id): return BAD_ID
        if not w.is_active(id): return NOT_ACTIVE
        w.remove(w.heads + id)
        return OK

    def remaining(w, id, counter):
        lag = w.distance(w.now, counter % w.P)
        if not w.is_id(id): return BAD_ID, None
        if not w.is_active(id): return NOT_ACTIVE, None
        if lag >= w.P // 2: return BAD_CLOCK, None
        return OK, max(w.distance(w.now, w.deadline[id]) - lag, 0)

    def next(w, counter):
        lag = w.distance(w.now, counter % w.P)
        if w.is_empty(): return NOT_ACTIVE, max(w.longest - lag, 0)
        if lag >= w.P // 2: return BAD_CLOCK, None
        return OK, max(min(w.wait(), w.longest) - lag, 0)

    def left(w, node):                                    # ticks to a timer's deadline
        return w.distance(w.now, w.deadline[node - w.heads])

    def earliest_of(w, s):                                # of the timers of slot s, the first with the nearest deadline
        best = node = w.next_of[s]
        while node != s:
            if w.left(node) < w.left(best): best = node
            node = w.next_of[node]
        return best

    def earliest(w, counter):
        if w.is_empty(): return NOT_ACTIVE, None, None
        if w.distance(w.now, counter % w.P) >= w.P // 2: return BAD_CLOCK, None, None
        id = w.soonest() - w.heads
        return OK, id, w.remaining(id, counter)[1]

    def is_empty(w):
        return w.first_occupied(0, w.heads) is None


class Hier(Wheel):
    NONE = 0                                              # no slot is being opened; those of level 0 never are

    def __init__(w, radix, levels=4):
        w.R, w.top = radix, levels - 1                    # the top level
        w.P, w.heads = radix**levels, radix * levels

    def turn(w, tick):
        w.now, w.opening = tick, w.NONE

    def digit(w, tick, level):
        return tick // w.R**level % w.R

    def slot(w, deadline):                                # its own digit, on the highest level where it differs
        level = w.top
        if deadline >= w.now:                             # else the clock must roll over first: the top level
            while level > 0 and w.digit(deadline, level) == w.digit(w.now, level): level -= 1
        return w.R * level + w.digit(deadline, level)

    def opens(w, s):                                      # now with this digit, and all lower digits 0
        level, digit = divmod(s, w.R)
        span = w.R**level
        return w.now // (span * w.R) * (span * w.R) + digit * span

    def place(w, deadline):                               # where a timer goes that starts now
        s = w.slot(deadline)
        if w.opening != w.NONE and s // w.R < w.opening // w.R: return w.opening
        return s

    def remove(w, node):                                  # of an active timer
        if w.unlink(node) == w.opening: w.opening = w.NONE

    def cascade(w):                                       # moves the first timer of the slot that is being opened
        node = w.next_of[w.opening]
        w.remove(node)
        w.append(node, w.slot(w.deadline[node - w.heads]))

    def upcoming(w):                                      # the occupied slot that opens next; nothing is due
        top = w.top * w.R
        beyond = top + w.digit(w.now, w.top) + 1
        s = w.first_occupied(w.digit(w.now, 0) + 1, top)
        if s is None: s = w.first_occupied(beyond, w.heads)
        if s is not None: return s
        return w.first_occupied(top, beyond)

    def run(w, until):                                    # to where the next slot opens, not beyond until
        s = w.upcoming()
        if s is None or w.distance(w.now, until) < w.distance(w.now, w.opens(s)):
            w.turn(until)
        else:
            w.turn(w.opens(s))
            if s >= w.R: w.opening = s

    def advance(w, until, budget):
        until = until % w.P
        if w.distance(w.now, until) >= w.P // 2:
            if not w.is_empty(): return BAD_CLOCK, None
            w.turn(until)
            return OK, None
        while True:
            due = w.next_of[w.now % w.R]
            if due >= w.heads:
                w.remove(due)
                return EXPIRED, due - w.heads
            elif w.opening != w.NONE:
                if budget == 0: return BUSY, None
                budget = budget - 1
                w.cascade()
            elif w.now == until: return OK, None
            else: w.run(until)

    def wait(w):                                          # ticks from now to where a timer needs something
        if w.opening != w.NONE or w.occupied[w.now % w.R]: return 0
        return w.distance(w.now, w.opens(w.upcoming()))

    def soonest(w):                                       # the timer that is delivered next; some timer is active
        if w.occupied[w.now % w.R]: return w.next_of[w.now % w.R]
        if w.opening == w.NONE: return w.earliest_of(w.upcoming())
        s = w.first_occupied(0, w.opening // w.R * w.R)   # on the levels below the slot that is being opened
        held = w.earliest_of(w.opening)
        if s is None or w.left(held) < w.left(w.earliest_of(s)): return held
        return w.earliest_of(s)                           # of equal deadlines, it was started first


class Hashed(Wheel):
    def __init__(w, period, slots):
        w.P, w.heads = period, slots

    def turn(w, tick):
        w.now, w.cursor = tick, w.next_of[tick % w.heads]

    def place(w, deadline):
        return deadline % w.heads

    def remove(w, node):                                  # of an active timer
        if w.cursor == node: w.cursor = w.next_of[node]
        w.unlink(node)

    def upcoming(w):                                      # ticks to the next occupied slot: 1 .. S
        here = w.now % w.heads
        ahead = w.first_occupied(here + 1, w.heads)
        if ahead is not None: return ahead - here
        behind = w.first_occupied(0, here + 1)            # now's own slot is S ticks away
        return behind + w.heads - here if behind is not None else None

    def run(w, until):                                    # to the next occupied slot, not beyond until
        step = w.upcoming()
        if step is None or w.distance(w.now, until) < step: w.turn(until)
        else: w.turn((w.now + step) % w.P)

    def advance(w, until, budget):
        until = until % w.P
        if w.distance(w.now, until) >= w.P // 2:
            if not w.is_empty(): return BAD_CLOCK, None
            w.turn(until)
            return OK, None
        while True:
            if w.cursor >= w.heads:
                if w.deadline[w.cursor - w.heads] == w.now:
                    due = w.cursor
                    w.remove(due)
                    return EXPIRED, due - w.heads
                if budget == 0: return BUSY, None
                budget = budget - 1
                w.cursor = w.next_of[w.cursor]
            elif w.now == until: return OK, None
            else: w.run(until)

    def wait(w):
        if w.cursor >= w.heads: return 0
        return w.upcoming()

    def soonest(w):                                       # the timer that is delivered next; some timer is active
        best = None
        for ahead in range(w.heads):                      # slots in the order in which the clock meets them
            s = (w.now + ahead) % w.heads
            node = w.earliest_of(s) if w.occupied[s] else best
            if node is None: continue
            if best is None or w.left(node) < w.left(best): best = node
            if w.left(best) < w.heads: break              # nearer than all in the slots that are left
        return best
