open axioms

one sig Status, Winner, Bid1, Bid2, Token1, Token2 extends Variable {}
one sig P { a, b: Int }
fact { all v: Variable | v.initial = (v in Token1 + Token2 => 1 else 0)
  P.a in 1 + 2 + 3 and P.b in 1 + 2 + 3 }
one sig Start, First, Second, Close extends Transaction {}
fun running[t: Transaction]: Int { (t.reads[Status] = 1 and t.reads[Winner] = 0) => 1 else 0 }
fact {
  Start.writes = (Start.reads[Status] = 0 and Start.reads[Winner] = 0 and (Start.reads[Token1] = 1 or Start.reads[Token2] = 1) => Status -> 1 else none -> none)
  First.writes = (running[First] = 1 and First.reads[Bid1] = 0 and First.reads[Token1] = 1 => Bid1 -> P.a + Token1 -> 0 else none -> none)
  Second.writes = (running[Second] = 1 and Second.reads[Bid2] = 0 and Second.reads[Token2] = 1 => Bid2 -> P.b + Token2 -> 0 else none -> none)
  Close.writes = (running[Close] = 1 and (Close.reads[Bid1] > 0 or Close.reads[Bid2] > 0) and Close.reads[Token1] = 0 and Close.reads[Token2] = 0 =>
    Status -> 2 + Winner -> (Close.reads[Bid1] >= Close.reads[Bid2] => 1 else 2) else none -> none)
}

pred invariant { (final[Status] = 2 implies final[Winner] = (final[Bid1] >= final[Bid2] => 1 else 2)) and (final[Status] = 2 implies (final[Token1] = 0 and final[Token2] = 0)) }
check ser { SER implies invariant } for 4 Int, 4 Transaction
check si { SI implies invariant } for 4 Int, 4 Transaction
check psi { PSI implies invariant } for 4 Int, 4 Transaction
check pc { PC implies invariant } for 4 Int, 4 Transaction
check cc { CC implies invariant } for 4 Int, 4 Transaction
