"""The box: pins, table, journal, web and command line around the rules in ``games``."""
