"""Flags that are common to all tests."""

import signal

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rewrite",
        action="store_true",
        help="write the playthroughs anew instead of comparing them; then read the diff",
    )


def pytest_configure() -> None:
    """Let Ctrl-C reach the processes that tests start: a shell's background job ignores it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
