open axioms

one sig Sold, Revenue extends Variable {}
fact { all v: Variable | v.initial = 0 }
one sig Buy1, Buy2, Buy3 extends Transaction {}
fact { all t: Transaction |
  t.writes = Sold -> plus[t.reads[Sold], 1] +
    Revenue -> plus[t.reads[Revenue], (t.reads[Sold] < 1 => 17 else 27)] }

pred invariant { final[Revenue] = 71 }
check ser { SER implies invariant } for 8 Int, 3 Transaction
check si { SI implies invariant } for 8 Int, 3 Transaction
check psi { PSI implies invariant } for 8 Int, 3 Transaction
check pc { PC implies invariant } for 8 Int, 3 Transaction
check cc { CC implies invariant } for 8 Int, 3 Transaction
