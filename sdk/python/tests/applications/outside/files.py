"""Files, context managers, environment."""

import contextlib
import io
import json
import os
import pathlib
import shutil
import tempfile

COUNT = 0


def scratch(event, context):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "a.json"
        path.write_text(json.dumps({"n": 1}))
        with open(path) as file:
            return [json.load(file), path.exists(), path.read_bytes().decode(), sorted(os.listdir(folder))]


def reads(event, context):
    with open("/etc/hostname") as file:
        lines = list(file)
    with open("/etc/hostname", "rb") as file:
        start = file.read(2)
    return [lines, start.decode(), pathlib.Path("/etc/hostname").read_text() == lines[0], os.path.exists("/nowhere"), os.stat("/etc/hostname").st_size > 0]


def fails(event, context):
    try:
        open("/nowhere/at/all")
    except FileNotFoundError as error:
        return [error.errno, error.filename, str(error)]


def managers(event, context):
    log = []

    @contextlib.contextmanager
    def managed():
        log.append("in")
        try:
            yield io.StringIO()
        finally:
            log.append("out")

    with contextlib.suppress(KeyError), managed() as buffer:
        buffer.write("x")
        raise KeyError("inside")
    return log


def environment(event, context):
    os.environ["MADE"] = "here"
    made = os.environ.pop("MADE")
    return [made, os.environ.get("MISSING", "default"), os.getenv("WEB") is not None, "MADE" in os.environ, "WEB" in dict(os.environ), len(os.environ.get("PATH", "")) > 0]


def remembers(event, context):
    global COUNT
    COUNT += 1
    return COUNT


def copies(event, context):
    with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file:
        file.write("text")
        file.flush()
        target = file.name + ".copy"
        shutil.copy(file.name, target)
        content = pathlib.Path(target).read_text()
        os.unlink(target)
    return content


def looks(event, context):
    """Asks about files, without reading them."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"text")
        file.flush()
        path = pathlib.Path(file.name)
        seen = [os.path.exists(path), path.is_dir(), path.stat().st_size, path.stat().st_mtime_ns, os.path.getmtime(path)]
        seen += [os.path.basename(path) in os.listdir(path.parent), os.access(path, os.R_OK), os.lstat(path).st_ino]
    return [*seen, path.exists(), os.path.getsize("/etc/hostname"), sorted(os.listdir("/proc"))]
