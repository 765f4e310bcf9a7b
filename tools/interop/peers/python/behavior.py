"""The behavior that every probe agent has, by the first text of a message. An SDK supplies the `turn`."""

import asyncio

LINES = ["high water at noon, ", "low water at six, ", "and wind from the west"]
SLOW = [f"#{index} " for index in range(8)]
LONG = ["x" * 64] * 50  # for benchmarks
PAUSES = {"slow": 0.1, "long": 0.001}
QUESTION = "Which harbour?"


async def behave(turn, text, parts, continued):
    """Runs one turn; `parts` are those after the first text, in the SDK's own types."""
    if continued:
        await turn.artifact("answer", turn.text(f"tides of {text}"))
        return await turn.complete()
    if text == "message":
        return await turn.reply("ahoy")
    await turn.begin()
    if text == "ask":
        return await turn.ask(QUESTION)
    if text == "fail":
        return await turn.fail("no water")
    if text == "hold":
        return await asyncio.Event().wait()
    if text == "echo":
        await turn.artifact("echo", parts)
    chunks = {"tides": LINES, "slow": SLOW, "long": LONG}.get(text, [])
    for index, chunk in enumerate(chunks):
        if text in PAUSES:
            await asyncio.sleep(PAUSES[text])
        await turn.artifact(text, turn.text(chunk), append=index > 0, last=index == len(chunks) - 1)
    await turn.complete()
