"""Two events want a venue each."""

from aplomb.consistency import assume, concurrently, integer, invariant, table, transaction

venues = table("venues", 0)
events = table("events", 0)


@transaction
def add_event(event: int, venue: int) -> None:
    if venues.read(venue) == 0:
        venues.write(venue, event)
        events.write(event, venue)


venue1 = integer("venue1", 1)
venue2 = integer("venue2", 1)
assume(venue1 > 0 and venue2 > 0)


@invariant
def no_venue_has_two_events() -> bool:
    one, two = events.read(1), events.read(2)
    return one == 0 or two == 0 or one != two


concurrently(lambda: add_event(1, venue1), lambda: add_event(2, venue2))
