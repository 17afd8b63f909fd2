"""Playthroughs: what everyone saw, action by action, in files that people read.

``pytest tests/games/test_playthroughs.py --rewrite`` writes them anew; then read the diff.
"""

from pathlib import Path

import pytest

from games import CATALOG
from tests.games.playthrough import files, rendered


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_everyone_sees_what_the_file_says(path: Path, request: pytest.FixtureRequest):
    text = path.read_text()
    now = rendered(text, path.parts[-3])
    if request.config.getoption("--rewrite"):
        path.write_text(now)
    else:
        assert text == now


@pytest.mark.parametrize("name", CATALOG)
def test_every_game_has_a_playthrough(name):
    assert any(path.parts[-3] == name for path in files())
