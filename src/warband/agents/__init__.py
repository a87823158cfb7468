"""Play against somebody who is always there: bots, which see what their seat sees and nothing else."""
