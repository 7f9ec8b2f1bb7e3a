open axioms

one sig Slot1, Slot2, Time1, Time2 extends Variable {}
one sig P { a, b: Int }
fact { all v: Time1 + Time2 | v.initial = 0
  all v: Slot1 + Slot2 | v.initial in 0 + 3
  P.a in 1 + 2 and P.b in 1 + 2 }
one sig First, Second extends Transaction {}
fun slot[t: Transaction, preferred: Int]: Int {
  (t.reads[Slot1] = 0 and t.reads[Slot2] = 0) => preferred
  else (t.reads[Slot1] = 0 => 1 else (t.reads[Slot2] = 0 => 2 else 0))
}
fun schedule[course: Int, s: Int, time: Variable]: Variable -> Int {
  s = 1 => Slot1 -> course + time -> 1 else (s = 2 => Slot2 -> course + time -> 2 else none -> none)
}
fact {
  First.writes = schedule[1, slot[First, P.a], Time1]
  Second.writes = schedule[2, slot[Second, P.b], Time2]
}

pred invariant { final[Time1] = 0 or final[Time2] = 0 or final[Time1] != final[Time2] }
check ser { SER implies invariant } for 4 Int, 2 Transaction
check si { SI implies invariant } for 4 Int, 2 Transaction
check psi { PSI implies invariant } for 4 Int, 2 Transaction
check pc { PC implies invariant } for 4 Int, 2 Transaction
check cc { CC implies invariant } for 4 Int, 2 Transaction
