open axioms

one sig X, Y extends Variable {}
one sig P { a, b: Int }
fact small { all v: Variable | v.initial in -3 + -2 + -1 + 0 + 1 + 2 + 3
  P.a + P.b in -3 + -2 + -1 + 0 + 1 + 2 + 3
  plus[X.initial, Y.initial] >= 0 }
one sig TakeX, TakeY extends Transaction {}
fact {
  TakeX.writes = (plus[TakeX.reads[X], TakeX.reads[Y]] >= P.a =>
    X -> minus[TakeX.reads[X], P.a] else none -> none)
  TakeY.writes = (plus[TakeY.reads[X], TakeY.reads[Y]] >= P.b =>
    Y -> minus[TakeY.reads[Y], P.b] else none -> none)
}

pred invariant { plus[final[X], final[Y]] >= 0 }
check ser { SER implies invariant } for 5 Int, 2 Transaction
check si { SI implies invariant } for 5 Int, 2 Transaction
check psi { PSI implies invariant } for 5 Int, 2 Transaction
check pc { PC implies invariant } for 5 Int, 2 Transaction
check cc { CC implies invariant } for 5 Int, 2 Transaction
