---- MODULE fusionticket_b2 ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT Model
VARIABLES p, start, order, view, out

Transactions == {"add1", "add2"}
Variables == {"venue1", "venue2", "event1", "event2"}
Parameters == [a : {1, 2}, b : {1, 2}]
Initial(q) == {[v \in Variables |-> 0]}
None == [v \in {} |-> 0]
Body(t, s, q) ==
  LET venue == IF t = "add1" THEN q.a ELSE q.b
      event == IF t = "add1" THEN 1 ELSE 2
      free == IF venue = 1 THEN s.venue1 = 0 ELSE s.venue2 = 0
  IN IF ~free THEN None
     ELSE (IF venue = 1 THEN "venue1" :> event ELSE "venue2" :> event)
          @@ (IF t = "add1" THEN "event1" :> venue ELSE "event2" :> venue)
Holds(s, q) == s.event1 = 0 \/ s.event2 = 0 \/ s.event1 # s.event2
INSTANCE Consistency
====
