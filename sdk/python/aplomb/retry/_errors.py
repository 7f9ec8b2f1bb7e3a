class RetryError(Exception):
    """What the runtime refuses to do. `code` tells the cases apart: ATTEMPT_RUNNING,
    BAD_SITE, CONTENTION, NOT_KEEPABLE, NOT_SUPPORTED, NO_ATTEMPT, NO_IDENTITY, NO_NAME,
    NO_TIME, REFUSED_BEFORE, ROW_VANISHED, SITE_USED_TWICE."""

    def __init__(self, code: str, message: str):
        super().__init__(message)
        self.code = code
