---- MODULE simplebank ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT Model
VARIABLES p, start, order, view, out

Transactions == {"takeX", "takeY"}
Variables == {"x", "y"}
Parameters == [a : -3..3, b : -3..3]
Initial(q) == {s \in [Variables -> -3..3] : s.x + s.y >= 0}
None == [v \in {} |-> 0]
Body(t, s, q) ==
  CASE t = "takeX" -> IF s.x + s.y >= q.a THEN "x" :> s.x - q.a ELSE None
    [] t = "takeY" -> IF s.x + s.y >= q.b THEN "y" :> s.y - q.b ELSE None
Holds(s, q) == s.x + s.y >= 0
INSTANCE Consistency
====
