"""What `aplomb fix` has patched is executed, killed and retried (sdk/node/retry/test/fixed): a
sample of the functions in Python."""

import json
import pathlib
import subprocess
import sys

RUN = pathlib.Path(__file__).parents[2] / "node" / "retry" / "test" / "fixed" / "run.js"


def test_patched_functions_happen_once_and_their_originals_do_not():
    sample = "12-insert-if-absent-answers.py,27-get-pay-delete.py,pynamodb-s3-url"
    command = ["node", RUN, "--only", sample, "--random", "1", "--python", sys.executable]
    executed = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    assert len(executed["functions"]) == 3
    for function in executed["functions"]:
        assert function.get("violations") == [], function
        assert function["control"] and all(function["control"]), function
