"""Flags that are common to all tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write the playthroughs anew instead of comparing them; then read the diff",
    )
