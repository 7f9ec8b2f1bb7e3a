// Two events want a venue each.
import { assume, concurrently, integer, invariant, table, transaction } from "@aplomb/consistency";

const venues = table<number, number>("venues", 0);
const events = table<number, number>("events", 0);

const addEvent = transaction("addEvent", (event: number, venue: number) => {
  if (venues.read(venue) === 0) {
    venues.write(venue, event);
    events.write(event, venue);
  }
});

const venue1 = integer("venue1", 1);
const venue2 = integer("venue2", 1);
assume(venue1 > 0 && venue2 > 0);

invariant("no venue has two events", () => {
  const [one, two] = [events.read(1), events.read(2)];
  return one === 0 || two === 0 || one !== two;
});

concurrently(() => addEvent(1, venue1), () => addEvent(2, venue2));
