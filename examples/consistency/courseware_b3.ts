// Enrolment needs the student and the course.
import { concurrently, invariant, transaction, variable } from "@aplomb/consistency";

const student = variable("student", false);
const course = variable("course", false);
const enrolled = variable("enrolled", false);

const addStudent = transaction("addStudent", () => student.write(true));
const addCourse = transaction("addCourse", () => course.write(true));
const enrol = transaction("enrol", () => {
  if (student.read() && course.read()) enrolled.write(true);
});

invariant("who is enrolled exists, and so does the course", () =>
  !enrolled.read() || (student.read() && course.read()));

concurrently(addStudent, addCourse, enrol);
