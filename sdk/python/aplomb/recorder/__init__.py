"""Records invocations of serverless functions, and replays them.

Nothing in an application changes. Put the folder `load` of this package on PYTHONPATH
(a Lambda layer does that with `aplomb-exec`), and say where recordings go:

    PYTHONPATH=.../aplomb/recorder/load APLOMB_DIRECTORY=recordings python ...

Without APLOMB_ENDPOINT and APLOMB_DIRECTORY nothing is recorded. An application whose
handler cannot be found by name wraps it:

    from aplomb.recorder import wrap
    handler = wrap(handler)
"""

from aplomb.recorder._record import start, wrap

__all__ = ["start", "wrap"]
