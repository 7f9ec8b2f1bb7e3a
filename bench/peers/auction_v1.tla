---- MODULE auction_v1 ----
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANT Model
VARIABLES p, start, order, view, out

Transactions == {"start", "first", "second", "close"}
Variables == {"status", "winner", "bid1", "bid2"}
Parameters == [a : 1..3, b : 1..3]
Initial(q) == {[v \in Variables |-> 0]}
None == [v \in {} |-> 0]
Body(t, s, q) ==
  LET running == s.status = 1 /\ s.winner = 0 IN
  CASE t = "start" -> IF s.status = 0 /\ s.winner = 0 THEN "status" :> 1 ELSE None
    [] t = "first" -> IF running /\ s.bid1 = 0 THEN "bid1" :> q.a ELSE None
    [] t = "second" -> IF running /\ s.bid2 = 0 THEN "bid2" :> q.b ELSE None
    [] t = "close" -> IF running /\ (s.bid1 > 0 \/ s.bid2 > 0)
         THEN "status" :> 2 @@ "winner" :> (IF s.bid1 >= s.bid2 THEN 1 ELSE 2) ELSE None
Holds(s, q) == (s.status = 2 => s.winner = IF s.bid1 >= s.bid2 THEN 1 ELSE 2)
INSTANCE Consistency
====
