"""The screen and the loudspeaker: a client of the hub with no seat. The only importer of pygame."""
