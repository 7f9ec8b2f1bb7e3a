"""Packs a staged tree (bin/, lib/) as a wheel: wheel.py TREE VERSION DESTINATION.

Scripts land in the environment's bin/ and data in its root, so the program finds ../lib there as
it does in the archive. The file needs nothing of Python's but `pip` to install it.
"""

import base64
import hashlib
import pathlib
import platform
import sys
import zipfile

NAME = "aplomb_cli"
# glibc 2.36 is what Debian 12 has; pip refuses the wheel on anything older.
TAG = f"py3-none-manylinux_2_36_{platform.machine()}"


def contents(tree: pathlib.Path, version: str):
    """Every file of the wheel: its name, its bytes, whether it is a program."""
    data = f"{NAME}-{version}.data"
    information = f"{NAME}-{version}.dist-info"
    yield f"{data}/scripts/aplomb", (tree / "bin" / "aplomb").read_bytes(), True
    for library in sorted((tree / "lib").iterdir()):
        yield f"{data}/data/lib/{library.name}", library.read_bytes(), False
    documents = tree / "share" / "doc" / "aplomb"
    metadata = "\n".join(
        [
            "Metadata-Version: 2.1",
            "Name: aplomb-cli",
            f"Version: {version}",
            "Summary: Verifies stateful concurrent cloud software",
            "License: Apache-2.0",
            "Description-Content-Type: text/markdown",
            "",
            (documents / "README.md").read_text(encoding="utf-8"),
        ]
    )
    wheel = "\n".join(
        ["Wheel-Version: 1.0", "Generator: aplomb", "Root-Is-Purelib: false", f"Tag: {TAG}", ""]
    )
    yield f"{information}/METADATA", metadata.encode(), False
    yield f"{information}/WHEEL", wheel.encode(), False
    yield f"{information}/licenses/LICENSE", (documents / "LICENSE").read_bytes(), False


def record(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"


def main() -> None:
    tree, version, destination = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    path = destination / f"{NAME}-{version}-{TAG}.whl"
    records = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:

        def add(name: str, content: bytes, is_program: bool) -> None:
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if is_program else 0o100644) << 16
            archive.writestr(entry, content)

        for name, content, is_program in contents(tree, version):
            add(name, content, is_program)
            records.append(record(name, content))
        index = f"{NAME}-{version}.dist-info/RECORD"
        add(index, "\n".join([*records, f"{index},,", ""]).encode(), False)


if __name__ == "__main__":
    main()
