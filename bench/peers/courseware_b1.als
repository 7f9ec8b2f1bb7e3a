open axioms

one sig Name1, Name2 extends Variable {}
one sig P { a, b: Int }
fact { all v: Variable | v.initial = 0
  P.a in 1 + 2 and P.b in 1 + 2 }
one sig Add1, Add2 extends Transaction {}
fact {
  Add1.writes = (Add1.reads[Name1] != P.a and Add1.reads[Name2] != P.a => Name1 -> P.a else none -> none)
  Add2.writes = (Add2.reads[Name1] != P.b and Add2.reads[Name2] != P.b => Name2 -> P.b else none -> none)
}

pred invariant { final[Name1] = 0 or final[Name2] = 0 or final[Name1] != final[Name2] }
check ser { SER implies invariant } for 4 Int, 2 Transaction
check si { SI implies invariant } for 4 Int, 2 Transaction
check psi { PSI implies invariant } for 4 Int, 2 Transaction
check pc { PC implies invariant } for 4 Int, 2 Transaction
check cc { CC implies invariant } for 4 Int, 2 Transaction
