"""The real process, killed in the middle of play: see ``kill.py``, which ``scripts/kill`` runs."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_ten_kills_lose_nothing_that_was_shown_as_saved():  # S1, S4, S7
    call = [sys.executable, "-m", "tests.box.kill", "--times", "10", "--seed", "2"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^kills: 10 ", done.stdout, re.MULTILINE)
    assert int(re.search(r"went on: (\d+)", done.stdout)[1]) >= 5
    assert int(re.search(r"the podium: (\d+)", done.stdout)[1]) >= 1
    assert done.stdout.endswith("lost: 0\n")
