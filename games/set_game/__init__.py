"""SET: its rules, cards, views, puzzles and bot."""

from games.set_game.cards import DECK, find_sets, is_set, third
from games.set_game.puzzles import puzzle
from games.set_game.rules import GAME, Options, State
from games.set_game.view import News, Phase, Verdict, View

__all__ = [
    "DECK",
    "GAME",
    "News",
    "Options",
    "Phase",
    "State",
    "Verdict",
    "View",
    "find_sets",
    "is_set",
    "puzzle",
    "third",
]
