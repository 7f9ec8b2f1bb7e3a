SHARDS = 16


def shard_of(poll, voter):
    """Spreads the votes of one poll over several partitions."""
    return f"{poll}#{hash((poll, voter)) % SHARDS:02d}"
