"""The pins: buzzers in, lamps and hourglass out. Nothing else of the box imports gpiozero."""
