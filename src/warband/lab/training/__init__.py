"""Train networks by self-play: matches in other processes, learning in this one, checkpoints that go on exactly."""
