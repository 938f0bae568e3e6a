/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* T9: what a call does and answers, in the words of spec/equal.acsl, proved from the public contract
   alone. The same text for a wheel and for the list: NAME(name) is a function here, CALL(name) a call,
   GHOSTS what all calls take, `more` what advance takes: the count of visits, or the list's `at`.
   OPEN: it is a wheel; Sealed hides that from the loops. PARTS: its memory. WRITTEN and MORE: what
   calls write to. */

/* start and start_at. */
/*@ requires wheel:    Sealed(w, h, more);
    requires rank:     NewerThanAll(rank, HEADS, NODES(w), h);
    requires call:     call <= TW_CALL_START_AT;
    terminates \true; exits \false;
    assigns  WRITTEN, MORE;
    ensures  wheel:    Sealed(w, h, more);
    ensures  tick:     w->capacity == \old(w->capacity) && w->now == \old(w->now) && Tick(w->now);
    ensures  answer:   AnswerIn{Pre}(call, id, time, \result, 0, w->now, w->now, w->deadlines,
                                     HEADS, NODES(w), h);
    ensures  changed:  ChangedIn{Pre, Post}(call, id, time, \result, 0, rank, w->now,
                                            w->deadlines, HEADS, NODES(w), h); */
static uint32_t NAME(start)(WHEEL *w, uint32_t call, uint32_t id, uint32_t time)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more, int64_t rank) */
{
    /*@ assert key:     key(0) == 0; */
    /*@ assert open:    OPEN && \separated(PARTS) && Tick(w->now); */
    uint32_t status = TW_OK;
    if (call == TW_CALL_START) {
        status = CALL(start)(w, id, time) /*@ ghost (GHOSTS, rank) */;
    } else {
        status = CALL(start_at)(w, id, time) /*@ ghost (GHOSTS, rank) */;
    }
    /*@ assert scalars: w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ assert reply:   Reply(status, call, id, time, w->now, w->capacity,
                              \at(h[HEADS + id].slot, Pre) - NO_SLOT); */
    /*@ assert ticks:   status == TW_OK ==> w->deadlines[id] == target(call, time, w->now) &&
            Tick(w->deadlines[id]); */
    /*@ assert done:    status == TW_OK ==> SetIn{Pre, Here}(call, time, rank, id, w->now,
                                            w->deadlines, HEADS, NODES(w), h); */
    /*@ assert none:    status != TW_OK ==>
            SameTimersBut{Pre, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert changed: ChangedIn{Pre, Here}(call, id, time, status, 0, rank, w->now,
                                             w->deadlines, HEADS, NODES(w), h); */
    /*@ assert answer:  AnswerIn{Pre}(call, id, time, status, 0, w->now, w->now, w->deadlines,
                                      HEADS, NODES(w), h); */
    /*@ assert tick:    Tick(w->now); */
    return status;
}

/* restart and restart_at. */
/*@ requires wheel:    Sealed(w, h, more);
    requires rank:     NewerThanAll(rank, HEADS, NODES(w), h);
    requires call:     TW_CALL_RESTART <= call <= TW_CALL_RESTART_AT;
    terminates \true; exits \false;
    assigns  WRITTEN, MORE;
    ensures  wheel:    Sealed(w, h, more);
    ensures  tick:     w->capacity == \old(w->capacity) && w->now == \old(w->now) && Tick(w->now);
    ensures  answer:   AnswerIn{Pre}(call, id, time, \result, 0, w->now, w->now, w->deadlines,
                                     HEADS, NODES(w), h);
    ensures  changed:  ChangedIn{Pre, Post}(call, id, time, \result, 0, rank, w->now,
                                            w->deadlines, HEADS, NODES(w), h); */
static uint32_t NAME(restart)(WHEEL *w, uint32_t call, uint32_t id, uint32_t time)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more, int64_t rank) */
{
    /*@ assert key:     key(0) == 0; */
    /*@ assert open:    OPEN && \separated(PARTS) && Tick(w->now); */
    uint32_t status = TW_OK;
    if (call == TW_CALL_RESTART) {
        status = CALL(restart)(w, id, time) /*@ ghost (GHOSTS, rank) */;
    } else {
        status = CALL(restart_at)(w, id, time) /*@ ghost (GHOSTS, rank) */;
    }
    /*@ assert scalars: w->capacity == \at(w->capacity, Pre) && w->now == \at(w->now, Pre); */
    /*@ assert reply:   Reply(status, call, id, time, w->now, w->capacity,
                              \at(h[HEADS + id].slot, Pre) - NO_SLOT); */
    /*@ assert ticks:   status == TW_OK ==> w->deadlines[id] == target(call, time, w->now) &&
            Tick(w->deadlines[id]); */
    /*@ assert done:    status == TW_OK ==> SetIn{Pre, Here}(call, time, rank, id, w->now,
                                            w->deadlines, HEADS, NODES(w), h); */
    /*@ assert none:    status != TW_OK ==>
            SameTimersBut{Pre, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert changed: ChangedIn{Pre, Here}(call, id, time, status, 0, rank, w->now,
                                             w->deadlines, HEADS, NODES(w), h); */
    /*@ assert answer:  AnswerIn{Pre}(call, id, time, status, 0, w->now, w->now, w->deadlines,
                                      HEADS, NODES(w), h); */
    /*@ assert tick:    Tick(w->now); */
    return status;
}

/*@ requires wheel:    Sealed(w, h, more);
    terminates \true; exits \false;
    assigns  WRITTEN, MORE;
    ensures  wheel:    Sealed(w, h, more);
    ensures  tick:     w->capacity == \old(w->capacity) && w->now == \old(w->now) && Tick(w->now);
    ensures  answer:   AnswerIn{Pre}(TW_CALL_STOP, id, time, \result, 0, w->now, w->now,
                                     w->deadlines, HEADS, NODES(w), h);
    ensures  changed:  ChangedIn{Pre, Post}(TW_CALL_STOP, id, time, \result, 0, rank, w->now,
                                            w->deadlines, HEADS, NODES(w), h); */
static uint32_t NAME(stop)(WHEEL *w, uint32_t id, uint32_t time)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more, int64_t rank) */
{
    (void)time;
    /*@ assert key:  key(0) == 0; */
    /*@ assert open: OPEN && \separated(PARTS) && Tick(w->now); */
    const uint32_t status = CALL(stop)(w, id) /*@ ghost (GHOSTS) */;
    /*@ assert done: status == TW_OK ==> SetIn{Pre, Here}(TW_CALL_STOP, time, rank, id, w->now,
                                                          w->deadlines, HEADS, NODES(w), h); */
    /*@ assert none: status != TW_OK ==>
            SameTimersBut{Pre, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    return status;
}

/*@ requires wheel:    Sealed(w, h, more);
    requires call:     call >= TW_CALL_ADVANCE;
    requires result:   \valid(value) && *value == 0 && \separated(value, PARTS);
    requires count:    Ready(w, h, more, value);
    terminates \true; exits \false;
    assigns  WRITTEN, MORE, *value, tw_steps, tw_jumps;
    ensures  wheel:    Sealed(w, h, more);
    ensures  tick:     w->capacity == \old(w->capacity) && Tick(w->now) && Tick(\old(w->now));
    ensures  busy:     IsList(w) ==> \result != TW_BUSY;
    ensures  answer:   AnswerIn{Pre}(call, id, until, \result, *value, w->now, \old(w->now),
                                     w->deadlines, HEADS, NODES(w), h);
    ensures  changed:  ChangedIn{Pre, Post}(call, id, until, \result, *value, rank, \old(w->now),
                                            w->deadlines, HEADS, NODES(w), h); */
static uint32_t NAME(advance)(WHEEL *w, uint32_t call, uint32_t id, uint32_t until, uint32_t budget,
                              uint32_t *value)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more, int64_t rank) */
{
    (void)call;
    (void)id;
    /*@ assert key:     key(0) == 0; */
    /*@ assert open:    OPEN && \separated(PARTS) && Tick(w->now); */
    const uint32_t status = CALL(advance)(w, until, budget, value) /*@ ghost (h, more) */;
    /*@ assert scalars: w->capacity == \at(w->capacity, Pre); */
    /*@ assert ticks:   \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
    /*@ assert active:  \forall integer y; HEADS <= y < NODES(w) &&
            (status != TW_EXPIRED || y != HEADS + *value) ==>
            (Active(y, h) <==> Active{Pre}(y, h)) && h[y].rank == \at(h[y].rank, Pre); */
    /*@ assert mine:    status == TW_EXPIRED ==> *value < w->capacity &&
            Active{Pre}(HEADS + *value, h) && !Active(HEADS + *value, h) &&
            h[HEADS + *value].rank == \at(h[HEADS + \at(*value, Here)].rank, Pre) &&
            \at(w->deadlines[\at(*value, Here)], Pre) == w->now; */
    /*@ assert first:   status == TW_EXPIRED ==>
            \forall integer y; HEADS <= y < NODES(w) && y != HEADS + *value &&
                Active{Pre}(y, h) && \at(w->deadlines[y - HEADS], Pre) == w->now ==>
                \at(h[HEADS + \at(*value, Here)].rank, Pre) < \at(h[y].rank, Pre); */
    /*@ assert none:    status == TW_OK && distance(\at(w->now, Pre), until % TW_PERIOD) < TW_PERIOD / 2 ==>
            NoneDue{Pre}(\at(w->now, Here), \at(w->deadlines, Pre), HEADS, NODES(w), h); */
    /*@ assert late:    distance(\at(w->now, Pre), until % TW_PERIOD) < TW_PERIOD / 2 ==>
            NeverLate{Pre}(\at(w->now, Pre), \at(w->now, Here), \at(w->deadlines, Pre), HEADS,
                           NODES(w), h); */
    /*@ assert due:     status == TW_EXPIRED ==>
            FirstDueIn{Pre}(\at(*value, Here), \at(w->now, Here), \at(w->deadlines, Pre), HEADS,
                            NODES(w), h); */
    /*@ assert arrived: distance(\at(w->now, Pre), until % TW_PERIOD) < TW_PERIOD / 2 ==>
            ArrivedIn{Pre}(status, \at(*value, Here), \at(w->now, Pre), \at(w->now, Here),
                           until % TW_PERIOD, w->deadlines, HEADS, NODES(w), h); */
    /*@ assert idle:    distance(\at(w->now, Pre), until % TW_PERIOD) >= TW_PERIOD / 2 &&
            NoneActive{Pre}(HEADS, NODES(w), h) ==>
            status == TW_OK && *value == 0 && w->now == until % TW_PERIOD; */
    /*@ assert refused: distance(\at(w->now, Pre), until % TW_PERIOD) >= TW_PERIOD / 2 &&
            !NoneActive{Pre}(HEADS, NODES(w), h) ==>
            status == TW_BAD_CLOCK && *value == 0 && w->now == \at(w->now, Pre); */
    /*@ assert done:    status == TW_EXPIRED ==> SetIn{Pre, Here}(call, until, rank, *value,
            \at(w->now, Pre), w->deadlines, HEADS, NODES(w), h); */
    /*@ assert still:   status != TW_EXPIRED ==>
            SameTimersBut{Pre, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    return status;
}

/* earliest: its timer, or its ticks. */
/*@ requires wheel:    Sealed(w, h, more);
    requires result:   \valid(value) && *value == 0 && \separated(value, PARTS);
    requires call:     TW_CALL_NEXT < call < TW_CALL_ADVANCE;
    terminates \true; exits \false;
    assigns  *value, tw_steps;
    ensures  wheel:    Sealed(w, h, more);
    ensures  tick:     Tick(w->now);
    ensures  answer:   PeekedIn{Pre}(call, \result, *value, w->now, behind(w->now, time),
                                     w->deadlines, HEADS, NODES(w), h); */
static uint32_t NAME(peek)(const WHEEL *w, uint32_t call, uint32_t time, uint32_t *value)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more) */
{
    uint32_t id = 0u;
    uint32_t ticks = 0u;
    /*@ assert key:   key(0) == 0; */
    /*@ assert open:  OPEN && \separated(PARTS) && Tick(w->now); */
    const uint32_t status = CALL(earliest)(w, time, &id, &ticks) /*@ ghost (GHOSTS) */;
    /*@ assert first: status == TW_OK ==>
            Earliest(HEADS + id, w->now, w->deadlines, HEADS, NODES(w), h) &&
            ticks == rest(distance(w->now, w->deadlines[id]), behind(w->now, time)); */
    *value = call == TW_CALL_EARLIEST ? id : ticks;
    /*@ assert same:  \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
    /*@ assert told:  status == TW_OK ==>
            Earliest{Pre}(\at(HEADS + id, Here), w->now, w->deadlines, HEADS, NODES(w), h); */
    return status;
}

/* remaining, is_active, is_empty, next and earliest. */
/*@ requires wheel:    Sealed(w, h, more);
    requires result:   \valid(value) && *value == 0 && \separated(value, PARTS);
    requires call:     TW_CALL_STOP < call < TW_CALL_ADVANCE;
    terminates \true; exits \false;
    assigns  *value, tw_steps;
    ensures  wheel:    Sealed(w, h, more);
    ensures  tick:     Tick(w->now);
    ensures  exact:    IsList(w) && call == TW_CALL_NEXT && \result == TW_OK ==>
        Exact{Pre}(*value, w->now, behind(w->now, time), w->deadlines, HEADS, NODES(w), h);
    ensures  answer:   AnswerIn{Pre}(call, id, time, \result, *value, w->now, w->now, w->deadlines,
                                     HEADS, NODES(w), h);
    ensures  changed:  ChangedIn{Pre, Post}(call, id, time, \result, *value, rank, w->now,
                                            w->deadlines, HEADS, NODES(w), h); */
static uint32_t NAME(look)(const WHEEL *w, uint32_t call, uint32_t id, uint32_t time,
                           uint32_t *value)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more, int64_t rank) */
{
    /*@ assert key:  key(0) == 0; */
    /*@ assert open: OPEN && \separated(PARTS) && Tick(w->now); */
    uint32_t status = TW_OK;
    if (call == TW_CALL_REMAINING) {
        status = CALL(remaining)(w, id, time, value) /*@ ghost (GHOSTS) */;
        /*@ assert ticks:   status == TW_OK ==>
                *value == rest(distance(w->now, \at(w->deadlines[id], Pre)), behind(w->now, time)); */
        /*@ assert none:    status != TW_OK ==> *value == 0; */
        /*@ assert reply:   Reply(status, TW_CALL_REMAINING, id, time, w->now, w->capacity,
                                  h[HEADS + id].slot - NO_SLOT); */
    } else if (call == TW_CALL_IS_ACTIVE) {
        status = CALL(is_active)(w, id) /*@ ghost (GHOSTS) */;
        /*@ assert reply:   Reply(status, TW_CALL_IS_ACTIVE, id, time, w->now, w->capacity,
                                  h[HEADS + id].slot - NO_SLOT); */
    } else if (call == TW_CALL_IS_EMPTY) {
        status = CALL(is_empty)(w) /*@ ghost (GHOSTS) */;
    } else if (call == TW_CALL_NEXT) {
        status = CALL(next)(w, time, value) /*@ ghost (GHOSTS) */;
        /*@ assert near:    IsList(w) && status == TW_OK && !HasWork(w, h) ==>
                Exact(*value, w->now, behind(w->now, time), w->deadlines, HEADS, NODES(w), h); */
        /*@ assert due:     IsList(w) && status == TW_OK && HasWork(w, h) ==>
                Exact(*value, w->now, behind(w->now, time), w->deadlines, HEADS, NODES(w), h); */
        /*@ assert exact:   IsList(w) && status == TW_OK ==> Exact{Pre}(\at(*value, Here), w->now,
                behind(w->now, time), w->deadlines, HEADS, NODES(w), h); */
    } else {
        status = NAME(peek)(w, call, time, value) /*@ ghost (h, more) */;
    }
    /*@ assert same:    \forall integer y; HEADS <= y < NODES(w) ==>
            w->deadlines[y - HEADS] == \at(w->deadlines[y - HEADS], Pre); */
    /*@ assert reply:   call <= TW_CALL_IS_ACTIVE ==>
            Reply(status, call, id, time, w->now, w->capacity, h[HEADS + id].slot - NO_SLOT) &&
            *value == (call == TW_CALL_REMAINING && status == TW_OK
                ? rest(distance(w->now, \at(w->deadlines[id], Pre)), behind(w->now, time)) : 0); */
    /*@ assert empty:   call == TW_CALL_IS_EMPTY ==> *value == 0 &&
            (status == 0 ? !NoneActive(HEADS, NODES(w), h)
                         : status == 1 && NoneActive(HEADS, NODES(w), h)); */
    /*@ assert bounded: call == TW_CALL_NEXT ==>
            BoundedIn{Pre}(status, \at(*value, Here), w->now, behind(w->now, time), w->deadlines,
                           HEADS, NODES(w), h); */
    /*@ assert peeked:  call > TW_CALL_NEXT ==>
            PeekedIn{Pre}(call, status, \at(*value, Here), w->now, behind(w->now, time), w->deadlines,
                          HEADS, NODES(w), h); */
    /*@ assert still:   touched(call, id, status, *value) == -1 &&
            SameTimersBut{Pre, Here}(-1, w->deadlines, HEADS, NODES(w), h); */
    return status;
}

/* The clock. */
/*@ requires wheel:    Sealed(w, h, more);
    terminates \true; exits \false;
    assigns  \nothing;
    ensures  now:      \result == w->now; */
static uint32_t NAME(now)(const WHEEL *w)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more) */
{
    /*@ assert key:  key(0) == 0; */
    /*@ assert open: OPEN; */
    return CALL(now)(w) /*@ ghost (GHOSTS) */;
}

/* Any call: its answer is what the timers before it tell, and they change as it says. */
/*@ requires wheel:    Sealed(w, h, more);
    requires rank:     NewerThanAll(rank, HEADS, NODES(w), h);
    requires result:   \valid(value) && *value == 0 && \separated(value, PARTS);
    requires count:    Ready(w, h, more, value);
    terminates \true; exits \false;
    assigns  WRITTEN, MORE, *value, tw_steps, tw_jumps;
    ensures  wheel:    Sealed(w, h, more);
    ensures  tick:     w->capacity == \old(w->capacity) && Tick(w->now);
    ensures  only:     OnlyTicks{Pre, Post}(w->deadlines, w->capacity, value, 1);
    ensures  busy:     IsList(w) && call >= TW_CALL_ADVANCE ==> \result != TW_BUSY;
    ensures  exact:    IsList(w) && call == TW_CALL_NEXT && \result == TW_OK ==>
        Exact{Pre}(*value, w->now, behind(w->now, time), w->deadlines, HEADS, NODES(w), h);
    ensures  answer:   AnswerIn{Pre}(call, id, time, \result, *value, w->now, \old(w->now),
                                     w->deadlines, HEADS, NODES(w), h);
    ensures  changed:  ChangedIn{Pre, Post}(call, id, time, \result, *value, rank, \old(w->now),
                                            w->deadlines, HEADS, NODES(w), h); */
static uint32_t NAME(step)(WHEEL *w, uint32_t call, uint32_t id, uint32_t time, uint32_t budget,
                           uint32_t *value)
/*@ ghost (struct tw_history \ghost *h, uint64_t \ghost *more, int64_t rank) */
{
    if (call <= TW_CALL_START_AT) {
        const uint32_t status = NAME(start)(w, call, id, time) /*@ ghost (h, more, rank) */;
        /*@ assert value: *value == 0; */
        /*@ assert only:  OnlyTicks{Pre, Here}(w->deadlines, w->capacity, value, 1); */
        return status;
    }
    if (call <= TW_CALL_RESTART_AT) {
        const uint32_t status = NAME(restart)(w, call, id, time) /*@ ghost (h, more, rank) */;
        /*@ assert value: *value == 0; */
        /*@ assert only:  OnlyTicks{Pre, Here}(w->deadlines, w->capacity, value, 1); */
        return status;
    }
    if (call == TW_CALL_STOP) {
        const uint32_t status = NAME(stop)(w, id, time) /*@ ghost (h, more, rank) */;
        /*@ assert value: *value == 0; */
        /*@ assert only:  OnlyTicks{Pre, Here}(w->deadlines, w->capacity, value, 1); */
        return status;
    }
    if (call >= TW_CALL_ADVANCE) {
        const uint32_t status = NAME(advance)(w, call, id, time, budget, value)
            /*@ ghost (h, more, rank) */;
        /*@ assert only:  OnlyTicks{Pre, Here}(w->deadlines, w->capacity, value, 1); */
        return status;
    }
    const uint32_t status = NAME(look)(w, call, id, time, value) /*@ ghost (h, more, rank) */;
    /*@ assert only:  OnlyTicks{Pre, Here}(w->deadlines, w->capacity, value, 1); */
    return status;
}
