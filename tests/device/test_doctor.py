"""The doctor: what it finds, in words, on a desktop, a board, and a sick box."""

import os
import socket
from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import pytest

from device import cli, doctor
from device.config import Config, Web
from device.storage import Storage

ANY_PORT = replace(Config(), web=Web(port=0))


def findings(state, root, config=ANY_PORT):
    return [str(finding) for finding in doctor.examine(config, state, root)]


@pytest.fixture
def root(tmp_path):
    """The root of a computer with nothing in it."""
    (tmp_path / "root/dev").mkdir(parents=True)
    (tmp_path / "root/proc/device-tree").mkdir(parents=True)
    return tmp_path / "root"


def test_a_desktop_is_well(tmp_path, root):
    found = findings(tmp_path / "state", root)
    assert found[0] == "note   NO HARDWARE: the pins are mock; no buzzer or lamp is driven"
    assert "good   64-bit system" in found
    assert "note   not a Raspberry Pi: a desktop, with the box in a browser" in found
    assert "note   no GPIO chip (/dev/gpiochip*)" in found
    assert f"good   state folder {tmp_path / 'state'} (will be made)" in found
    assert "note   no database yet" in found
    assert not any(line.startswith("WRONG") for line in found)
    assert not (tmp_path / "state").exists()


def test_a_board_and_its_chips_are_named(tmp_path, root, monkeypatch):
    (root / "proc/device-tree/model").write_bytes(b"Raspberry Pi 4 Model B Rev 1.5\0")
    (root / "dev/gpiochip0").touch()
    info = b"gpiochip0".ljust(32, b"\0") + b"pinctrl-bcm2711".ljust(32, b"\0") + b"\x3a\0\0\0"
    monkeypatch.setattr(doctor.fcntl, "ioctl", lambda *_: info)
    found = findings(tmp_path, root)
    assert "good   Raspberry Pi 4 Model B Rev 1.5" in found
    assert "good   gpiochip0: pinctrl-bcm2711, 58 lines" in found


def test_a_chip_that_is_none_is_named(tmp_path, root):
    (root / "dev/gpiochip3").touch()
    assert "note   gpiochip3: Inappropriate ioctl for device" in findings(tmp_path, root)


@pytest.mark.parametrize(
    ("version", "verdict"),
    [("2.0.1", "WRONG"), ("2.0.1.post2", "WRONG"), ("2.0.1.post3", "good "), ("2.1", "good ")],
)
def test_an_old_gpiozero_is_wrong(tmp_path, root, monkeypatch, version, verdict):
    monkeypatch.setattr(doctor.metadata, "version", lambda _: version)
    (line,) = (line for line in findings(tmp_path, root) if "  gpiozero " in line)
    assert line.startswith(f"{verdict}  gpiozero {version}")


def test_a_state_folder_that_cannot_be_written_is_wrong(tmp_path, root):
    (tmp_path / "file").touch()
    found = findings(tmp_path / "file/state", root)
    assert any(line.startswith("WRONG  state folder") for line in found)


def test_a_full_disk_is_wrong(tmp_path, root, monkeypatch):
    usage = SimpleNamespace(free=4_000_000)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)
    expected = "WRONG  4 MB free there; the box needs 50 MB"
    assert expected in findings(tmp_path, root)


def test_a_damaged_database_is_wrong(tmp_path, root):
    (tmp_path / "box.db").write_text("noise" * 1000)
    (tmp_path / "box.db.damaged-1").touch()
    (tmp_path / "box.db.damaged-1-wal").touch()
    found = findings(tmp_path, root)
    assert "WRONG  database: file is not a database" in found
    assert f"note   1 damaged databases were set aside in {tmp_path}" in found


def test_a_running_hub_is_no_fault(tmp_path, root):
    with closing(Storage.open(tmp_path, print, on_crash=print)), socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = findings(tmp_path, root, replace(Config(), web=Web(port=port)))
        assert "good   the database is whole" in found
        assert f"note   a hub runs on it (process {os.getpid()})" in found
        assert found[-1].startswith(f"note   port {port} of 127.0.0.1: ")
        found = findings(tmp_path / "other", root, replace(Config(), web=Web(port=port)))
        assert found[-1] == f"WRONG  port {port} of 127.0.0.1: Address already in use"


def test_the_status_tells_whether_something_is_wrong(tmp_path, capsys):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[web]\nport = 0\n")
    bad.write_text("[web]\nport = -1\n")
    assert cli.main(["doctor", "--state", str(tmp_path), "--config", str(good)]) == 0
    assert cli.main(["doctor", "--state", str(tmp_path), "--config", str(bad)]) == 1
    assert f"WRONG  {bad}:2: web.port is -1" in capsys.readouterr().out
