---- MODULE fusionticket_b1 ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT Model
VARIABLES p, start, order, view, out

Transactions == {"buy1", "buy2", "buy3"}
Variables == {"sold", "revenue"}
Parameters == {0}
Initial(q) == {[v \in Variables |-> 0]}
None == [v \in {} |-> 0]
Body(t, s, q) ==
  "sold" :> s.sold + 1 @@ "revenue" :> s.revenue + (IF s.sold < 1 THEN 17 ELSE 27)
Holds(s, q) == s.revenue = 71
INSTANCE Consistency
====
