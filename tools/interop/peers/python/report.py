"""Runs the operations of a probe client and reports each as a line of JSON."""

import asyncio
import json

LINES = "high water at noon, low water at six, and wind from the west"
SLOW = "".join(f"#{index} " for index in range(8))
LIMIT_S = 20


def same(actual, expected):
    if actual != expected:
        raise AssertionError(f"expected {expected!r}, found {actual!r}")


async def refused(call, said):
    """Waits for a refusal whose text or type contains one of the given words."""
    try:
        await call
    except Exception as error:
        text = f"{type(error).__name__} {error}".lower()
        if any(word in text for word in said):
            return
        raise AssertionError(f"expected a refusal with one of {said}, found {text}") from error
    raise AssertionError("expected a refusal, found success")


async def run(operations):
    for name, operation in operations.items():
        line = {"operation": name}
        try:
            await asyncio.wait_for(operation(), LIMIT_S)
        except Exception as error:
            line["failure"] = f"{type(error).__name__}: {error}"[:300]
        print(json.dumps(line), flush=True)
