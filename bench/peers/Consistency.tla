---------------------------- MODULE Consistency ----------------------------
(* Executions of transactions by the axioms of isolation models, for TLC: the
   transactions are arbitrated one after the other, and each chooses whom it
   sees. A benchmark says what its transactions write given what they read. *)
EXTENDS Integers, Sequences, FiniteSets, TLC
CONSTANTS Model, Transactions, Variables, Parameters, Initial(_), Body(_, _, _), Holds(_, _)
VARIABLES p, start, order, view, out

Nothing == [v \in {} |-> 0]
Done == {order[i] : i \in 1..Len(order)}
Prefixes == {{order[i] : i \in 1..k} : k \in 0..Len(order)}
Value(seen, v) ==
  LET at == {i \in 1..Len(order) : order[i] \in seen /\ v \in DOMAIN out[order[i]]}
  IN IF at = {} THEN start[v] ELSE out[order[CHOOSE i \in at : \A j \in at : j <= i]][v]

Transitive(seen) == \A t \in seen : view[t] \subseteq seen
NoConflict(seen, w) == \A t \in Done : DOMAIN out[t] \intersect DOMAIN w # {} => t \in seen
Permitted(seen, w) ==
  CASE Model = "SER" -> seen = Done
    [] Model = "SI" -> seen \in Prefixes /\ NoConflict(seen, w)
    [] Model = "PSI" -> Transitive(seen) /\ NoConflict(seen, w)
    [] Model = "PC" -> seen \in Prefixes
    [] Model = "CC" -> Transitive(seen)

Init ==
  /\ p \in Parameters
  /\ start \in Initial(p)
  /\ order = <<>>
  /\ view = [t \in Transactions |-> {}]
  /\ out = [t \in Transactions |-> Nothing]
Next == \E t \in Transactions \ Done : \E seen \in SUBSET Done :
  LET w == Body(t, [v \in Variables |-> Value(seen, v)], p)
  IN /\ Permitted(seen, w)
     /\ order' = Append(order, t)
     /\ view' = [view EXCEPT ![t] = seen]
     /\ out' = [out EXCEPT ![t] = w]
     /\ UNCHANGED <<p, start>>
Spec == Init /\ [][Next]_<<p, start, order, view, out>>
Safe == Done = Transactions => Holds([v \in Variables |-> Value(Transactions, v)], p)
=============================================================================
