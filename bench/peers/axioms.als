// Executions of transactions by the axioms of isolation models, for Alloy.
// A benchmark opens this module, adds its variables and transactions, and says
// what each of them writes in terms of what it reads.
module axioms
open util/ordering[Transaction] as ar

abstract sig Variable { initial: one Int }
abstract sig Transaction {
  sees: set Transaction,
  reads: Variable -> one Int,
  writes: Variable -> lone Int
}

fun writers[among: set Transaction, v: Variable]: set Transaction { { t: among | some t.writes[v] } }
fun value[among: set Transaction, v: Variable]: Int {
  some writers[among, v] => ar/max[writers[among, v]].writes[v] else v.initial
}
fun final[v: Variable]: Int { value[Transaction, v] }

fact wellFormed { all t: Transaction | t.sees in ar/prevs[t] }
fact external { all t: Transaction, v: Variable | t.reads[v] = value[t.sees, v] }

pred noConflict {
  all disj a, b: Transaction, v: Variable |
    (some a.writes[v] and some b.writes[v]) implies (a in b.sees or b in a.sees)
}
pred prefix { all t: Transaction, s: t.sees | ar/prevs[s] in t.sees }
pred transitive { all t: Transaction, s: t.sees | s.sees in t.sees }

pred SER { all t: Transaction | t.sees = ar/prevs[t] }
pred SI { prefix and noConflict }
pred PSI { transitive and noConflict }
pred PC { prefix }
pred CC { transitive }
