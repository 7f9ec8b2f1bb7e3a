"""A bid can be overtaken by the close of the auction."""

from aplomb.consistency import assume, concurrently, integer, invariant, table, transaction, variable

status = variable("status", "invalid")
winner = variable("winner", 0)
bids = table("bids", 0)


@transaction
def start() -> None:
    if status.read() == "invalid" and winner.read() == 0:
        status.write("active")


@transaction
def bid(bidder: int, amount: int) -> None:
    if status.read() == "active" and winner.read() == 0 and bids.read(bidder) == 0:
        bids.write(bidder, amount)


@transaction
def close() -> None:
    first, second = bids.read(1), bids.read(2)
    if status.read() == "active" and winner.read() == 0 and (first > 0 or second > 0):
        status.write("closed")
        winner.write(1 if first >= second else 2)


amount1 = integer("amount1", 10)
amount2 = integer("amount2", 20)
assume(amount1 > 0 and amount2 > 0)


@invariant
def the_winner_holds_the_highest_bid() -> bool:
    highest = 1 if bids.read(1) >= bids.read(2) else 2
    return status.read() != "closed" or winner.read() == highest


concurrently(start, lambda: bid(1, amount1), lambda: bid(2, amount2), close)
