---- MODULE courseware_b1 ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT Model
VARIABLES p, start, order, view, out

Transactions == {"add1", "add2"}
Variables == {"name1", "name2"}
Parameters == [a : {1, 2}, b : {1, 2}]
Initial(q) == {[v \in Variables |-> 0]}
None == [v \in {} |-> 0]
Body(t, s, q) ==
  CASE t = "add1" -> IF s.name1 # q.a /\ s.name2 # q.a THEN "name1" :> q.a ELSE None
    [] t = "add2" -> IF s.name1 # q.b /\ s.name2 # q.b THEN "name2" :> q.b ELSE None
Holds(s, q) == s.name1 = 0 \/ s.name2 = 0 \/ s.name1 # s.name2
INSTANCE Consistency
====
