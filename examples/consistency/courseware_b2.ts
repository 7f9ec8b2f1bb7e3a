// Two courses are scheduled into two slots, either of which may be taken already.
import { assume, concurrently, integer, invariant, table, transaction, variable } from "@aplomb/consistency";

const OTHER = 3;
const taken1 = integer("taken1", 0);
const taken2 = integer("taken2", 0);
assume((taken1 === 0 || taken1 === OTHER) && (taken2 === 0 || taken2 === OTHER));

const slots = [variable("slot1", taken1), variable("slot2", taken2)];
const timetable = table<number, number>("timetable", 0);

const schedule = transaction("schedule", (course: number, preferred: number) => {
  const [first, second] = [slots[0].read(), slots[1].read()];
  if (first === 0 && (second !== 0 || preferred === 1)) {
    slots[0].write(course);
    timetable.write(course, 1);
  } else if (second === 0) {
    slots[1].write(course);
    timetable.write(course, 2);
  }
});

const preferred1 = integer("preferred1", 1);
const preferred2 = integer("preferred2", 1);

invariant("no slot is used twice", () => {
  const [one, two] = [timetable.read(1), timetable.read(2)];
  return one === 0 || two === 0 || one !== two;
});

concurrently(() => schedule(1, preferred1), () => schedule(2, preferred2));
