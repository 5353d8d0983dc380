"""`make bench`: every benchmark in turn, each printing ratios measured in one run."""

import importlib
import pkgutil
from pathlib import Path


def main() -> None:
    """Run the benchmarks in the order of their names."""
    for module in sorted(m.name for m in pkgutil.iter_modules([str(Path(__file__).parent)])):
        if not module.startswith("_"):
            print(f"== {module}", flush=True)
            importlib.import_module(f"bench.{module}").main()


if __name__ == "__main__":
    main()
