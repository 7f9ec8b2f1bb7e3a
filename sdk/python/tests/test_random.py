"""Random programs over the recorded functions, with tasks that run side by side: a replay
must give the same result."""

import json
import os
import random
import subprocess
import sys

from conftest import PACKAGE, PATIENT, TESTS

PROGRAMS = int(os.environ.get("APLOMB_RANDOM_PROGRAMS", "40"))
SEED = int(os.environ.get("APLOMB_RANDOM_SEED", "1"))

HEAD = f"""
import asyncio, datetime, os, queue, random, secrets, threading, time, urllib.request, uuid
from concurrent.futures import ThreadPoolExecutor, as_completed
import requests

COUNT = {PROGRAMS}
WEB = os.environ["WEB"]


def side_by_side(*tasks):
    with ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(task) for task in tasks]]


def as_they_end(*tasks):
    with ThreadPoolExecutor(2) as pool:
        return [future.result() for future in as_completed([pool.submit(task) for task in tasks])]


def in_a_loop(*tasks):
    async def main():
        ended = []

        async def run(number, task):
            try:
                ended.append([number, await asyncio.wait_for(asyncio.to_thread(task), 60)])
                await asyncio.wait_for(asyncio.sleep(random.random() / 200), 0.003)
            except asyncio.TimeoutError:
                ended.append([number, "late"])

        await asyncio.gather(*(run(number, task) for number, task in enumerate(tasks)))
        return ended

    return asyncio.run(main())


def in_turn(*tasks):
    todo, lock, log = queue.Queue(), threading.Lock(), []

    def work(name):
        while True:
            try:
                number = todo.get(timeout=0.002)
            except queue.Empty:
                return
            ended = tasks[number]()
            with lock:
                log.append([name, number, ended])

    for number in range(len(tasks)):
        todo.put(number)
    threads = [threading.Thread(target=work, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return log


def in_threads(*tasks):
    logs = [[] for _ in tasks]
    threads = [threading.Thread(target=lambda task=task, log=log: log.extend(task())) for task, log in zip(tasks, logs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return logs
"""

SIMPLE = [
    "log.append(time.time())",
    "log.append(time.monotonic())",
    "log.append(datetime.datetime.now().isoformat())",
    "log.append(random.random())",
    "log.append(random.choice('abcdef'))",
    "log.append(random.sample(range(20), 3))",
    "log.append(secrets.token_hex(3))",
    "log.append(str(uuid.uuid4()))",
    "log.append(os.environ.get('MODE', 'none'))",
    "time.sleep(random.random() / 200)",
    "log.append(requests.get(WEB + '/a', timeout=20).json()['count'])",
    "log.append(urllib.request.urlopen(WEB + '/b').read().decode())",
    "log.append(open('/etc/hostname').read())",
    "log.append(os.path.exists('/nowhere'))",
]


PARALLEL = ["side_by_side", "as_they_end", "in_threads", "in_turn", "in_a_loop"]


class Generator:
    """Programs as lines of Python, drawn from a seed."""

    def __init__(self, seed):
        self.random, self.tasks = random.Random(seed), 0

    def block(self, depth):
        lines = []
        for _ in range(self.random.randint(1, 3)):
            lines += self.statement(depth)
        return lines

    def statement(self, depth):
        if depth == 0 or self.random.random() < 0.5:
            return [self.random.choice(SIMPLE)]
        inner = lambda: [f"    {line}" for line in self.block(depth - 1)]
        return self.random.choice(
            [
                lambda: ["if random.random() < 0.5:", *inner(), "else:", *inner()],
                lambda: ["for _ in range(2):", *inner()],
                lambda: ["try:", *inner(), "    raise ValueError('e')", "except ValueError as error:", "    log.append(str(error))"],
                *(lambda how=how: self.parallel(how, depth) for how in PARALLEL),
            ]
        )()

    def parallel(self, how, depth):
        lines, names = [], []
        for _ in range(self.random.randint(2, 3)):
            self.tasks += 1
            names.append(f"task{self.tasks}")
            body = [f"    {line}" for line in self.block(depth - 1)]
            lines += [f"def {names[-1]}():", "    log = []", *body, "    return log"]
        return [*lines, f"log.append({how}({', '.join(names)}))"]


def application():
    generator = Generator(SEED)
    text = HEAD
    for number in range(PROGRAMS):
        body = "\n".join(f"    {line}" for line in generator.block(3))
        text += f"\n\ndef program{number}(event, context):\n    log = []\n{body}\n    return log\n"
    return text


def run(arguments, environment):
    done = subprocess.run(
        [sys.executable, str(TESTS / "random_programs.py"), *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=3000,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_programs_replay_exactly(tmp_path, web):
    root, directory = tmp_path / "root", tmp_path / "recordings"
    root.mkdir()
    (root / "programs.py").write_text(application())
    variables = {
        "PATH": os.environ["PATH"],
        "WEB": web,
        "APLOMB_ROOT": str(root),
        "APLOMB_DIRECTORY": str(directory),
        "APLOMB_HANDLERS": ",".join(f"program{number}=programs.program{number}" for number in range(PROGRAMS)),
        "PYTHONPATH": str(PACKAGE / "aplomb" / "recorder" / "load"),
        **PATIENT,
    }
    run(["record", str(root), "programs"], variables)
    recordings = sorted(str(path) for path in directory.glob("*.recording"))
    assert len(recordings) == PROGRAMS
    reports = json.loads(run(["play", *recordings], {"PATH": os.environ["PATH"], "PYTHONPATH": str(PACKAGE)}))
    for report in reports:
        assert report["verdict"] == "same", json.dumps(report, indent=1)
    calls = sum(report["calls"] for report in reports)
    assert calls > PROGRAMS, f"the programs did too little: {calls} calls"
