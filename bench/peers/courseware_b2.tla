---- MODULE courseware_b2 ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT Model
VARIABLES p, start, order, view, out

Transactions == {"first", "second"}
Variables == {"slot1", "slot2", "time1", "time2"}
Parameters == [a : {1, 2}, b : {1, 2}]
Initial(q) == {s \in [Variables -> {0, 3}] : s.time1 = 0 /\ s.time2 = 0}
None == [v \in {} |-> 0]
Body(t, s, q) ==
  LET wish == IF t = "first" THEN q.a ELSE q.b
      course == IF t = "first" THEN 1 ELSE 2
      slot == IF s.slot1 = 0 /\ s.slot2 = 0 THEN wish
              ELSE IF s.slot1 = 0 THEN 1 ELSE IF s.slot2 = 0 THEN 2 ELSE 0
  IN IF slot = 0 THEN None
     ELSE (IF slot = 1 THEN "slot1" :> course ELSE "slot2" :> course)
          @@ (IF t = "first" THEN "time1" :> slot ELSE "time2" :> slot)
Holds(s, q) == s.time1 = 0 \/ s.time2 = 0 \/ s.time1 # s.time2
INSTANCE Consistency
====
