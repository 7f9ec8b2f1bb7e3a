"""asyncio, pools, threads, timers, processes: what runs side by side."""

import asyncio
import multiprocessing
import queue
import random
import subprocess
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed


async def _work(number):
    await asyncio.sleep(random.random() / 50)
    return [number, time.time()]


def gathered(event, context):
    async def main():
        done = []

        async def noted(number):
            done.append(await _work(number))

        await asyncio.gather(*(noted(number) for number in range(4)))
        return done

    return asyncio.run(main())


def tasks(event, context):
    async def main():
        order = []
        async with asyncio.timeout(5) if hasattr(asyncio, "timeout") else _nothing():
            for task in asyncio.as_completed([_work(number) for number in range(3)]):
                order.append((await task)[0])
        try:
            await asyncio.wait_for(asyncio.sleep(10), 0.01)
        except asyncio.TimeoutError:
            order.append("late")
        return order

    return asyncio.run(main())


class _nothing:
    async def __aenter__(self):
        pass

    async def __aexit__(self, *_):
        pass


def in_threads_of_asyncio(event, context):
    async def main():
        loop = asyncio.get_running_loop()
        first = loop.run_in_executor(None, lambda: time.time())
        second = asyncio.to_thread(lambda: random.random())
        return [await first, await second]

    return asyncio.run(main())


def pool(event, context):
    def work(number):
        time.sleep(random.random() / 50)
        return number

    ended = []
    with ThreadPoolExecutor(3) as executor:
        futures = [executor.submit(work, number) for number in range(5)]
        for future in futures:
            future.add_done_callback(lambda done: ended.append(done.result()))
    return [len(list(as_completed(futures))), sorted(ended)]


def mapped(event, context):
    with ThreadPoolExecutor(2) as executor:
        return list(executor.map(lambda number: [number, random.random(), time.time()], range(4)))


def consumers(event, context):
    todo, done = queue.Queue(), []

    def consume():
        while (item := todo.get()) is not None:
            time.sleep(item / 1000)
            done.append(item)

    threads = [threading.Thread(target=consume) for _ in range(2)]
    for thread in threads:
        thread.start()
    for item in [3, 1, 2, None, None]:
        todo.put(item)
    for thread in threads:
        thread.join()
    return sorted(done)


def timer(event, context):
    seen = []
    later = threading.Timer(0.01, lambda: seen.append(time.time()))
    later.start()
    later.join()
    return seen


def waits(event, context):
    ready, seen = threading.Event(), []
    threading.Thread(target=lambda: (time.sleep(0.01), seen.append(random.random()), ready.set())).start()
    ready.wait(5)
    return seen


def program(event, context):
    return subprocess.run(["date", "+%N"], capture_output=True, text=True).stdout


def process(event, context):
    parent, child = multiprocessing.get_context("fork").Pipe()
    worker = multiprocessing.get_context("fork").Process(target=lambda: child.send(random.random()))
    worker.start()
    worker.join()
    return parent.recv()


def process_pool(event, context):
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("fork")) as executor:
        return executor.submit(time.time).result()
