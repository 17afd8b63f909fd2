"""The config file: every key has a default, every fault is named at its place, all at once."""

import pytest

from device import config
from device.config import Config, ConfigError


def faults(text):
    with pytest.raises(ConfigError) as caught:
        config.parse(text, "box.toml")
    return str(caught.value).splitlines()


def test_no_file_and_an_empty_one_are_the_defaults():
    assert config.load(None) == config.parse("", "box.toml") == Config()
    assert Config().pins.buzzers == (2, 3, 4, 5, 6, 7)
    assert Config().pins.lamps == (8, 9, 10, 11, 12, 13)
    assert Config().pins.hourglass == (14, 15, 16, 17, 22, 23, 24, 25, 26, 27)


def test_every_key_is_described_and_its_description_is_a_config():
    text = "\n".join(config.described())
    described = config.parse(text, "box.toml")
    assert (described.table, described.pins, described.web) == (
        Config().table,
        Config().pins,
        Config().web,
    )
    assert described.games["set_game"].options["pick_seconds"] == 5


def test_what_stands_in_the_file_counts(tmp_path):
    file = tmp_path / "box.toml"
    file.write_text(
        '[table]\ntie_us = 100\n[web]\naddress = "::1"\nport = 0\n[screen]\ntouch = "no"\n'
        '[pins]\nhourglass = [14, 15]\n[games.set_game]\ntitle = "Trójka"\n'
        'options = { end = "deck_out", lockout = true }\n',
        encoding="utf-8",
    )
    loaded = config.load(file)
    assert (loaded.table.tie_us, loaded.table.quiet_ms) == (100, 40)
    assert (loaded.web.address, loaded.web.port, loaded.screen.touch) == ("::1", 0, "no")
    assert loaded.pins.hourglass == (14, 15)
    assert loaded.games["set_game"].title == "Trójka"
    assert loaded.games["set_game"].options == {"end": "deck_out", "lockout": True}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[tabel]\n", "box.toml:1: tabel is unknown; did you mean 'table'?"),
        ("table = 5\n", "box.toml:1: table is 5; want a table [table]"),
        ("\n[table]\ntie_ms = 1\n", "box.toml:3: table.tie_ms is unknown; did you mean 'tie_us'?"),
        (
            "[table]\nzzz = 1\n",
            "box.toml:2: table.zzz is unknown; there are: tie_us, quiet_ms, walk_step_ms",
        ),
        ("[table]\ntie_us = true\n", "box.toml:2: table.tie_us is True; it may be 0 to 2000 µs"),
        ("[table]\nquiet_ms = 29\n", "box.toml:2: table.quiet_ms is 29; it may be 30 to 50 ms"),
        ("table.quiet_ms = 4.5\n", "box.toml:1: table.quiet_ms is 4.5; it may be 30 to 50 ms"),
        ("table = {tie_us = -1}\n", "box.toml:1: table.tie_us is -1; it may be 0 to 2000 µs"),
        ("[web]\nport = 65536\n", "box.toml:2: web.port is 65536; it may be 0 to 65535"),
        (
            '[web]\naddress = "box.local"\n',
            "box.toml:2: web.address is 'box.local'; it may be an IP address; "
            "127.0.0.1: this computer only, 0.0.0.0: all",
        ),
        ('[screen]\ntouch = "YES"\n', "box.toml:2: screen.touch is 'YES'; it may be auto, yes, no"),
        (
            '[pins]\nbackend = "lgpio"\n',
            "box.toml:2: pins.backend is 'lgpio'; it may be mock "
            "(real pins come with a later version)",
        ),
        (
            "[pins]\nbuzzers = [2, 3]\n",
            "box.toml:2: pins.buzzers is [2, 3]; it may be a list of 6 BCM numbers 0 to 27, "
            "place 1 first",
        ),
        (
            "[pins]\nhourglass = [14, 28]\n",
            "box.toml:2: pins.hourglass is [14, 28]; it may be a list of 2 to 10 BCM numbers "
            "0 to 27, the top LED first",
        ),
        (
            "[pins]\nhourglass = [14, true]\n",
            "box.toml:2: pins.hourglass is [14, True]; it may be a list of 2 to 10 BCM numbers "
            "0 to 27, the top LED first",
        ),
        (
            "[pins]\nbuzzers = [2, 3, 4, 5, 6, 8]\n",
            "box.toml:2: pins.buzzers gives BCM 8 two functions: buzzer 6 and lamp 1",
        ),
        (
            "[pins]\nhourglass = [14, 15, 14]\n",
            "box.toml:2: pins.hourglass gives BCM 14 two functions: "
            "hourglass LED 1 and hourglass LED 3",
        ),
        ("[games.set]\n", "box.toml:1: games.set is unknown; did you mean 'set_game'?"),
        (
            "[games.set_game]\noptions = {pick_secs = 5}\n",
            "box.toml:2: games.set_game.options.pick_secs is unknown; did you mean 'pick_seconds'?",
        ),
        (
            "[games.set_game.options]\npick_seconds = 2\n",
            "box.toml:2: games.set_game.options.pick_seconds is 2; it may be 3 to 30",
        ),
        (
            '[games.set_game]\ntitle = "a\\nb"\n',
            "box.toml:2: games.set_game.title is 'a\\nb'; it may be one line of at most 40 signs",
        ),
        ("games = 1\n", "box.toml:1: games is 1; want a table [games]"),
        (
            "[games]\nset_game = 1\n",
            "box.toml:2: games.set_game is 1; want a table [games.set_game]",
        ),
        (
            '"x\\ny" = 1\n',
            "box.toml: 'x\\ny' is unknown; there are: table, pins, web, screen, sound, box, games",
        ),
    ],
)
def test_a_fault_is_named_at_its_place(text, fault):
    assert faults(text) == [fault]


ENDLESS = "0x" + "f" * 5000
"""Python reads it, but does not write it in decimals."""


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            f"[web]\nport = {ENDLESS}\n",
            "box.toml:2: web.port is a number too long to show; it may be 0 to 65535",
        ),
        (
            f"[games.set_game.options]\npick_seconds = {ENDLESS}\n",
            "box.toml:2: games.set_game.options.pick_seconds is a number too long to show; "
            "it may be 3 to 30",
        ),
        (
            f"[games.set_game]\noptions = {ENDLESS}\n",
            "box.toml:2: games.set_game.options is a number too long to show; "
            "want a table [games.set_game.options]",
        ),
        (
            f"table = {ENDLESS}\n",
            "box.toml:1: table is a number too long to show; want a table [table]",
        ),
        (
            f"[pins]\nhourglass = [14, {ENDLESS}]\n",
            "box.toml:2: pins.hourglass is a number too long to show; it may be a list of "
            "2 to 10 BCM numbers 0 to 27, the top LED first",
        ),
    ],
    ids=["port", "option", "options", "table", "pins"],
)
def test_a_number_without_end_is_named_at_its_place(text, fault):
    assert faults(text) == [fault]


@pytest.mark.parametrize("key", ["[web]\nport", "[games.set_game.options]\npick_seconds"])
def test_a_number_of_5000_decimals_is_one_line(key):
    (fault,) = faults(f"{key} = {'9' * 5000}\n")
    assert fault.startswith("box.toml: is not TOML: ")
    assert len(fault) < 200


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"web.port = {'9' * 4000}\n", "box.toml:1: web.port is 999"),
        (f"table = '{'x' * 5000}'\n", "box.toml:1: table is 'xxx"),
        (f"games.set_game.title = '{'x' * 5000}'\n", "box.toml:1: games.set_game.title is 'xxx"),
    ],
    ids=["number", "section", "title"],
)
def test_what_is_long_is_shown_short(text, fault):
    (found,) = faults(text)
    assert found.startswith(fault)
    assert len(found) < 200


def test_a_language_must_have_words():
    (fault,) = faults('[box]\nlanguage = "tlh"\n')
    assert fault.startswith("box.toml:2: box.language is 'tlh'; it may be ")


def test_all_faults_are_named_in_the_order_of_the_file():
    text = "[web]\nport = -1\n[table]\ntie = 1\n[pins]\nlamps = 3\n"
    assert [fault.split(": ")[:2] for fault in faults(text)] == [
        ["box.toml:2", "web.port is -1; it may be 0 to 65535"],
        ["box.toml:4", "table.tie is unknown; did you mean 'tie_us'?"],
        ["box.toml:6", "pins.lamps is 3; it may be a list of 6 BCM numbers 0 to 27, place 1 first"],
    ]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"[table\n", "is not TOML: "),
        (b"a = " + b"[" * 5000, "is not TOML: "),
        (b"# caf\xe9\n", "is not UTF-8 text (byte 5)"),
        (b"#" * (1 << 20) + b"\n", "is longer than 1048576 bytes"),
    ],
    ids=["no_toml", "deep", "no_utf8", "long"],
)
def test_a_file_that_is_no_config_is_one_line(tmp_path, content, fault):
    file = tmp_path / "box.toml"
    file.write_bytes(content)
    with pytest.raises(ConfigError) as caught:
        config.load(file)
    assert str(caught.value).startswith(f"{file}: {fault}")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("name", "fault"), [("", "Is a directory"), ("none.toml", "No such file or directory")]
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path, name, fault):
    path = tmp_path / name
    with pytest.raises(ConfigError) as caught:
        config.load(path)
    assert str(caught.value) == f"{path}: cannot be read: {fault}"


def test_the_command_line_has_the_last_word():
    changed = config.with_web(Config(), {"port": 9000})
    assert (changed.web.port, changed.web.address) == (9000, "127.0.0.1")
    with pytest.raises(ConfigError, match=r"^command line: web\.port is -1; it may be 0 to 65535$"):
        config.with_web(Config(), {"port": -1})
