"""Hold the games; one line registers each."""

from warband.kernel.registry import register

register("heros-crossing", "warband.games.heros_crossing.game:ENTRY")
register("pixel-tactics", "warband.games.pixel_tactics.game:ENTRY")
register("pocket-tactics", "warband.games.pocket_tactics.game:ENTRY")
