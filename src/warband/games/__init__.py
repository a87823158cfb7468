"""Hold the games; one line registers each."""

from warband.kernel.registry import register

register("heros-crossing", "warband.games.heros_crossing.game:ENTRY")
