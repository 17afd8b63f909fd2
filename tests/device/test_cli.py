"""The command line, as a person or a script calls it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from device.cli import main

ROOT = Path(__file__).parents[2]
COMMANDS = ["play", "hub", "screen", "simulate", "check", "doctor", "export"]


@pytest.fixture
def environment(tmp_path):
    """What a desktop sets, with a home of its own."""
    home = tmp_path / "home"
    home.mkdir()
    return {**os.environ, "HOME": str(home), "XDG_DATA_HOME": "", "PYTHONWARNINGS": "error"}


@pytest.fixture
def buzzbox(environment):
    def run(*arguments):
        command = [sys.executable, "-m", "device", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment)

    return run


@pytest.fixture
def hub(environment):
    """Start ``buzzbox`` with some arguments and return (process, its first line of output)."""
    running = []

    def start(*arguments):
        command = [sys.executable, "-m", "device", *map(str, arguments)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT,
            env=environment,
        )  # fmt: skip
        running.append(process)
        return process, process.stdout.readline()

    yield start
    for process in running:
        process.kill()
        process.communicate()


def address_in(line):
    return re.search(r"http://127\.0\.0\.1:\d+", line)[0]


# Help


def test_help_lists_the_commands_that_there_are(buzzbox):
    answer = buzzbox("--help")
    assert answer.returncode == 0
    assert re.findall(r"^    (\w+) ", answer.stdout, re.MULTILINE) == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(buzzbox, command):
    answer = buzzbox(command, "--help")
    assert answer.returncode == 0
    assert f"example: buzzbox {command}" in answer.stdout


def test_help_names_every_house_rule_and_config_key(buzzbox):
    assert "pick_seconds: 3 to 30 s" in buzzbox("simulate", "--help").stdout
    assert "tie_us = 200  # 0 to 2000 µs" in buzzbox("play", "--help").stdout


def test_version(buzzbox):
    assert re.fullmatch(r"buzzbox \S.*\n", buzzbox("--version").stdout)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["sing"], "invalid choice: 'sing'"),
        (["play", "--speed", "0"], "'0' is not a whole number from 1 to 1000"),
        (["hub", "--speed", "1001"], "'1001' is not a whole number from 1 to 1000"),
        (["hub", "--port", "65536"], "command line: web.port is 65536; it may be 0 to 65535"),
        (["hub", "--address", "box"], "command line: web.address is 'box'; it may be"),
        (
            ["hub", "--config", "/none.toml"],
            "/none.toml: cannot be read: No such file or directory",
        ),
        (["simulate", "--game", "chess"], "no game 'chess'; there are: set_game"),
        (["simulate", "--seats", "7"], "set_game takes 1 to 6 seats, not 7"),
        (["simulate", "--matches", "0"], "'0' is not a whole number from 1"),
        (["simulate", "--option", "end"], "--option 'end': want NAME=VALUE"),
        (["simulate", "--option", "ends=x"], "option 'ends' is unknown; did you mean 'end'?"),
        (["simulate", "--option", "end=x"], "option 'end' is 'x'; it may be play_out, deck_out"),
        (["check"], "the following arguments are required: FILE"),
        (["export", "--what", "secrets"], "invalid choice: 'secrets'"),
        (["export", "--state", "/none"], "no box.db in /none"),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(capsys, arguments, fault):
    with pytest.raises(SystemExit) as ended:
        sys.exit(main(arguments))
    said = capsys.readouterr()
    assert fault in said.err
    assert len(said.err.splitlines()) == 1
    assert (ended.value.code, said.out) == (2, "")


def test_a_wrong_call_ends_the_process_with_status_2(buzzbox):
    answer = buzzbox("simulate", "--seats", 7)
    assert answer.stderr == "buzzbox: set_game takes 1 to 6 seats, not 7\n"
    assert (answer.returncode, answer.stdout) == (2, "")


# simulate


def test_simulate_counts(buzzbox):
    answer = buzzbox(
        "simulate", "--game", "set_game", "--seats", 3, "--matches", 4, "--seed", 1, "--json",
        "--option", "end=deck_out", "--option", "lockout=yes", "--option", "pick_seconds=7",
    )  # fmt: skip
    assert answer.returncode == 0
    report = json.loads(answer.stdout)
    assert (report["game"], report["seats"], report["matches"]) == ("set_game", 3, 4)
    assert report["actions"] > 4
    assert len(report["wins"]) == 3
    assert sum(report["wins"]) >= 4
    assert report["actions_per_s"] > report["matches_per_s"] > 0


def test_the_same_seed_gives_the_same_matches(buzzbox):
    call = ("simulate", "--matches", 3, "--seed", 5, "--json")
    first, second = json.loads(buzzbox(*call).stdout), json.loads(buzzbox(*call).stdout)
    for key in ("actions", "wins"):
        assert first[key] == second[key]


def test_simulate_for_a_reader(buzzbox):
    lines = buzzbox("simulate", "--seats", 2).stdout.splitlines()
    assert lines[0].startswith("set_game, 2 seats: 1 matches in ")
    assert [line.split()[0] for line in lines[2:]] == ["seat", "0", "1"]


# check


def test_check_says_what_is_good_and_every_fault(buzzbox, tmp_path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('[screen]\ntouch = "no"\n')
    bad.write_text("[web]\nport = -1\n[tabel]\n")
    answer = buzzbox("check", good, bad, "deck.txt")
    assert answer.stdout == f"{good}: good\n"
    assert answer.stderr.splitlines() == [
        f"buzzbox: {bad}:2: web.port is -1; it may be 0 to 65535",
        f"buzzbox: {bad}:3: tabel is unknown; did you mean 'table'?",
        "buzzbox: deck.txt: only configs (.toml) can be checked by this version",
    ]
    assert answer.returncode == 2
    assert buzzbox("check", good).returncode == 0


# play and hub


def test_play_starts_says_where_and_ends_quietly(hub, buzzbox, environment):
    process, line = hub("play", "--port", 0)
    with urllib.request.urlopen(f"{address_in(line)}/healthz") as answer:
        assert answer.status == 200
    state = Path(environment["HOME"], ".local/share/buzzbox")
    assert (state / "box.db").is_file()
    assert buzzbox("export", "--state", state).returncode == 0  # while it runs
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=30) == 0
    assert process.stdout.read() == ""


def test_a_second_hub_on_one_state_folder_is_one_line(hub, buzzbox, tmp_path):
    hub("hub", "--port", 0, "--state", tmp_path, "--address", "127.0.0.1")
    answer = buzzbox("hub", "--port", 0, "--state", tmp_path)
    assert re.fullmatch(
        rf"buzzbox: another hub \(process \d+\) is running on {tmp_path}\n", answer.stderr
    )
    assert answer.returncode == 1


def test_a_port_in_use_is_one_line(hub, buzzbox, tmp_path):
    _, line = hub("play", "--port", 0)
    port = address_in(line).rpartition(":")[2]
    answer = buzzbox("play", "--port", port, "--state", tmp_path / "other")
    assert port in answer.stderr
    assert len(answer.stderr.splitlines()) == 1
    assert answer.returncode == 1


# Pipes


def test_a_reader_that_has_enough_is_no_failure(environment):
    command = f"{sys.executable} -m device play --help | true; echo ${{PIPESTATUS[0]}}"
    answer = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, cwd=ROOT, env=environment
    )
    assert (answer.stdout, answer.stderr) == ("0\n", "")


def test_a_full_disk_behind_the_output_is_one_line(environment):
    with open("/dev/full", "w") as full:
        answer = subprocess.run(
            [sys.executable, "-m", "device", "simulate"],
            stdout=full, stderr=subprocess.PIPE, text=True, cwd=ROOT, env=environment,
        )  # fmt: skip
    assert (answer.stderr, answer.returncode) == ("buzzbox: No space left on device\n", 1)


def test_ctrl_c_in_a_long_simulation_is_quiet(environment):
    command = [sys.executable, "-m", "device", "simulate", "--matches", "1000000"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        env=environment,
    )  # fmt: skip
    wait_until_it_plays(process)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130


def wait_until_it_plays(process):
    """Wait for a second of processor time: by then the program is loaded and plays."""
    stat, tick = Path(f"/proc/{process.pid}/stat"), os.sysconf("SC_CLK_TCK")
    while int(stat.read_text().rpartition(")")[2].split()[11]) < tick:
        assert process.poll() is None
        time.sleep(0.01)
