"""The box in a browser: one aiohttp application on one port."""
