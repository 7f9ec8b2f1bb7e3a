------------------------------- MODULE Paxos -------------------------------
\* The model of Paxos that bench/consensus measures: messages are never removed,
\* starting a round is no step of its own, and a proposal says which round it
\* continues. It has exactly the states of `aplomb consensus paxos --no-symmetry`.
EXTENDS Naturals, FiniteSets
CONSTANTS Acceptors, Rounds, Values

VARIABLES promise, vote, joins, proposals, votes, decided
vars == <<promise, vote, joins, proposals, votes, decided>>

NoVote == [round |-> 0, value |-> 0]
Quorums == {quorum \in SUBSET Acceptors : 2 * Cardinality(quorum) > Cardinality(Acceptors)}

Init ==
  /\ promise = [a \in Acceptors |-> 0]
  /\ vote = [a \in Acceptors |-> NoVote]
  /\ joins = {} /\ proposals = {} /\ votes = {} /\ decided = {}

Join(r, a) ==
  /\ promise[a] < r
  /\ joins' = joins \cup {[round |-> r, from |-> a, vote |-> vote[a]]}
  /\ promise' = [promise EXCEPT ![a] = r]
  /\ UNCHANGED <<vote, proposals, votes, decided>>

Propose(r, v, parent) ==
  /\ ~ \E m \in proposals : m.round = r
  /\ \E quorum \in Quorums :
       LET heard == {m \in joins : m.round = r /\ m.from \in quorum} IN
       /\ \A a \in quorum : \E m \in heard : m.from = a
       /\ \A m \in heard : m.vote.round <= parent
       /\ \E m \in heard : m.vote.round = parent /\ (parent = 0 \/ m.vote.value = v)
  /\ proposals' = proposals \cup {[round |-> r, value |-> v, parent |-> parent]}
  /\ UNCHANGED <<promise, vote, joins, votes, decided>>

Vote(r, a) ==
  /\ promise[a] <= r
  /\ [round |-> r, from |-> a] \notin votes
  /\ \E m \in proposals :
       /\ m.round = r
       /\ vote' = [vote EXCEPT ![a] = [round |-> r, value |-> m.value]]
  /\ promise' = [promise EXCEPT ![a] = r]
  /\ votes' = votes \cup {[round |-> r, from |-> a]}
  /\ UNCHANGED <<joins, proposals, decided>>

Decide(r) ==
  /\ r \notin decided
  /\ \E quorum \in Quorums : \A a \in quorum : [round |-> r, from |-> a] \in votes
  /\ decided' = decided \cup {r}
  /\ UNCHANGED <<promise, vote, joins, proposals, votes>>

Next ==
  \E r \in Rounds :
    \/ \E a \in Acceptors : Join(r, a) \/ Vote(r, a)
    \/ \E v \in Values, parent \in {0} \cup Rounds : Propose(r, v, parent)
    \/ Decide(r)

Spec == Init /\ [][Next]_vars

Agreement ==
  \A one, other \in proposals :
    one.round \in decided /\ other.round \in decided => one.value = other.value
=============================================================================
