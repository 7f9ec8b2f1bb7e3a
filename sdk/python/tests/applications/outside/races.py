"""Who comes first? Threads, tasks and timeouts that run against each other, so that a replay
which leaves one of them to its own clock gives another order now and then."""

import asyncio
import concurrent.futures
import os
import queue
import random
import secrets
import select
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone


def _pause():
    time.sleep(random.random() / 100)


def consumers(event, context):
    """Which thread takes which item."""
    todo, done = queue.Queue(), []

    def consume(name):
        while (item := todo.get()) is not None:
            time.sleep(item / 1000)
            done.append([name, item])

    threads = [threading.Thread(target=consume, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for item in [3, 1, 2, 2, 1, None, None]:
        todo.put(item)
    for thread in threads:
        thread.join()
    return done


def locks(event, context):
    lock, seen, slots = threading.Lock(), [], threading.BoundedSemaphore(2)

    def work(name):
        for turn in range(5):
            with slots:
                _pause()
            with lock:
                seen.append([name, turn])
            if lock.acquire(blocking=False):
                seen.append([name, "free"])
                lock.release()

    threads = [threading.Thread(target=work, args=(name,)) for name in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


def patience(event, context):
    """Waits that time out, or not."""
    ready, items, seen = threading.Event(), queue.Queue(), []

    def late():
        _pause()
        ready.set()
        items.put("item")

    thread = threading.Thread(target=late)
    thread.start()
    while not ready.wait(0.002):
        seen.append("not yet")
    while thread.is_alive():
        seen.append("alive")
        thread.join(0.001)
    try:
        seen.append(items.get(timeout=0.01))
        seen.append(items.get(timeout=0.01))
    except queue.Empty:
        seen.append("empty")
    condition = threading.Condition()
    with condition:
        seen.append(condition.wait_for(lambda: False, 0.005))
    return seen


def finished(event, context):
    """Tasks of a pool in the order in which they end."""
    seen = []

    def work(number):
        _pause()
        return number

    with ThreadPoolExecutor(3) as pool:
        futures = [pool.submit(work, number) for number in range(6)]
        while not futures[0].done():
            seen.append("polled")
            time.sleep(0.001)
        for future in concurrent.futures.as_completed(futures):
            seen.append(future.result())
        more = [pool.submit(work, number) for number in range(4)]
        done, pending = concurrent.futures.wait(more, return_when=concurrent.futures.FIRST_COMPLETED)
        seen.append([[future.result() for future in done], len(pending)])
        try:
            seen.append(more[3].result(timeout=0.001))
        except concurrent.futures.TimeoutError:
            seen.append("late")
        seen.append([future.result() for future in concurrent.futures.wait(more).done])
    return seen


def loops(event, context):
    """Tasks, threads of a pool and timeouts of one event loop."""

    async def main():
        loop, seen = asyncio.get_running_loop(), []

        async def noted(name, awaitable):
            try:
                seen.append([name, await awaitable])
            except asyncio.TimeoutError:
                seen.append([name, "timeout"])

        def blocking(name):
            _pause()
            loop.call_soon_threadsafe(seen.append, f"from {name}")
            return name

        loop.call_later(0.004, seen.append, "called later")
        for turn in range(3):
            await asyncio.gather(
                noted("sleep", asyncio.sleep(random.random() / 100, "slept")),
                noted("short", asyncio.wait_for(asyncio.sleep(random.random() / 100, "in time"), 0.005)),
                *(noted("thread", asyncio.to_thread(blocking, f"{turn}.{number}")) for number in range(3)),
            )
        pending = [asyncio.ensure_future(asyncio.sleep(random.random() / 100, number)) for number in range(4)]
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            seen.append([task.result() for task in done])
        seen.append(loop.time())
        items = asyncio.Queue()

        async def consume():
            while (item := await items.get()) is not None:
                await asyncio.sleep(item / 1000)
                seen.append(item)

        consuming = [asyncio.ensure_future(consume()) for _ in range(2)]
        for item in [2, 1, 1, None, None]:
            items.put_nowait(item)
        await asyncio.gather(*consuming)
        return seen

    return asyncio.run(main())


def across(event, context):
    """A loop in a thread of its own."""
    loop, seen = asyncio.new_event_loop(), []
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def work(number):
        await asyncio.sleep(random.random() / 200)
        seen.append(number)
        return number

    futures = [asyncio.run_coroutine_threadsafe(work(number), loop) for number in range(4)]
    total = sum(future.result() for future in futures)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
    return [seen, total]


def timers(event, context):
    seen = []
    waiting = [threading.Timer(delay / 1000, seen.append, [delay]) for delay in (4, 2, 3)]
    for timer in waiting:
        timer.start()
    cancelled = threading.Timer(5, seen.append, ["never"])
    cancelled.start()
    for timer in waiting:
        timer.join()
    cancelled.cancel()
    cancelled.join()
    select.select([], [], [], 0.002)
    return seen


def clocks(event, context):
    zone = timezone(timedelta(hours=2))
    readings = [time.monotonic_ns(), time.time_ns(), time.perf_counter_ns(), time.process_time_ns(), time.thread_time()]
    readings += [time.clock_gettime(time.CLOCK_MONOTONIC), time.clock_gettime_ns(time.CLOCK_REALTIME)]
    drawn = [secrets.token_hex(4), secrets.randbelow(1000), secrets.choice("abc"), random.SystemRandom().random()]
    return [readings, drawn, os.getpid(), os.times().elapsed, datetime.now(zone).isoformat(), datetime.now(tz=timezone.utc).isoformat()]


def waits_for_connections(event, context):
    import socket

    left, right = socket.socketpair()
    right.send(b"x")
    return len(select.select([left], [], [], 1)[0])


def asynchronous_client(event, context):
    async def main():
        host, port = os.environ["WEB"].removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        writer.close()

    return asyncio.run(main())
