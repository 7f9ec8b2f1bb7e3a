open axioms

one sig Venue1, Venue2, Event1, Event2 extends Variable {}
one sig P { a, b: Int }
fact { all v: Variable | v.initial = 0
  P.a in 1 + 2 and P.b in 1 + 2 }
one sig Add1, Add2 extends Transaction {}
fun add[t: Transaction, event, venue: Int, at: Variable]: Variable -> Int {
  (venue = 1 and t.reads[Venue1] = 0) => Venue1 -> event + at -> 1
  else ((venue = 2 and t.reads[Venue2] = 0) => Venue2 -> event + at -> 2 else none -> none)
}
fact {
  Add1.writes = add[Add1, 1, P.a, Event1]
  Add2.writes = add[Add2, 2, P.b, Event2]
}

pred invariant { final[Event1] = 0 or final[Event2] = 0 or final[Event1] != final[Event2] }
check ser { SER implies invariant } for 4 Int, 2 Transaction
check si { SI implies invariant } for 4 Int, 2 Transaction
check psi { PSI implies invariant } for 4 Int, 2 Transaction
check pc { PC implies invariant } for 4 Int, 2 Transaction
check cc { CC implies invariant } for 4 Int, 2 Transaction
