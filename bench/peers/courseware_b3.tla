---- MODULE courseware_b3 ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT Model
VARIABLES p, start, order, view, out

Transactions == {"student", "course", "enrol"}
Variables == {"student", "course", "enrolled"}
Parameters == {0}
Initial(q) == {[v \in Variables |-> 0]}
None == [v \in {} |-> 0]
Body(t, s, q) ==
  IF t # "enrol" THEN t :> 1
  ELSE IF s.student = 1 /\ s.course = 1 THEN "enrolled" :> 1 ELSE None
Holds(s, q) == s.enrolled = 1 => (s.student = 1 /\ s.course = 1)
INSTANCE Consistency
====
