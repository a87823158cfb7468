"""Run `python -m warband`."""

from warband.cli import main

raise SystemExit(main())
