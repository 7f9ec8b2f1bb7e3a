"""Tokens: the auction closes only when both bidders have given theirs up."""

from aplomb.consistency import assume, concurrently, integer, invariant, table, transaction, variable

status = variable("status", "invalid")
winner = variable("winner", 0)
bids = table("bids", 0)
tokens = table("tokens", True)


@transaction
def start() -> None:
    allowed = tokens.read(1) or tokens.read(2)
    if status.read() == "invalid" and winner.read() == 0 and allowed:
        status.write("active")


@transaction
def bid(bidder: int, amount: int) -> None:
    still_open = status.read() == "active" and winner.read() == 0
    if still_open and bids.read(bidder) == 0 and tokens.read(bidder):
        bids.write(bidder, amount)
        tokens.write(bidder, False)


@transaction
def close() -> None:
    first, second = bids.read(1), bids.read(2)
    still_open = status.read() == "active" and winner.read() == 0
    if still_open and (first > 0 or second > 0) and not tokens.read(1) and not tokens.read(2):
        status.write("closed")
        winner.write(1 if first >= second else 2)


amount1 = integer("amount1", 10)
amount2 = integer("amount2", 20)
assume(amount1 > 0 and amount2 > 0)


@invariant
def the_winner_holds_the_highest_bid() -> bool:
    highest = 1 if bids.read(1) >= bids.read(2) else 2
    return status.read() != "closed" or winner.read() == highest


@invariant
def nobody_can_bid_after_the_close() -> bool:
    return status.read() != "closed" or (not tokens.read(1) and not tokens.read(2))


concurrently(start, lambda: bid(1, amount1), lambda: bid(2, amount2), close)
