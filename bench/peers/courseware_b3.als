open axioms

one sig Student, Course, Enrolled extends Variable {}
fact { all v: Variable | v.initial = 0 }
one sig AddStudent, AddCourse, Enrol extends Transaction {}
fact {
  AddStudent.writes = Student -> 1
  AddCourse.writes = Course -> 1
  Enrol.writes = (Enrol.reads[Student] = 1 and Enrol.reads[Course] = 1 => Enrolled -> 1 else none -> none)
}

pred invariant { final[Enrolled] = 1 implies (final[Student] = 1 and final[Course] = 1) }
check ser { SER implies invariant } for 4 Int, 3 Transaction
check si { SI implies invariant } for 4 Int, 3 Transaction
check psi { PSI implies invariant } for 4 Int, 3 Transaction
check pc { PC implies invariant } for 4 Int, 3 Transaction
check cc { CC implies invariant } for 4 Int, 3 Transaction
