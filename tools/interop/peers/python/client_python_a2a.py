"""A probe client on python-a2a, which has one URL per method of 0.1: `client_python_a2a.py <url> <binding> <webhook>`."""

import asyncio
import sys

from python_a2a import A2AClient, Message, MessageRole, TaskState, TextContent

from report import LINES, run, same

client = A2AClient(sys.argv[1], google_a2a_compatible=True)


def sent(text):
    # By itself the client writes messages in a form of its own; this is the one of the protocol.
    message = Message(content=TextContent(text=text), role=MessageRole.USER).to_google_a2a()
    return client._send_task(client._create_task(message))


def texts(task):
    return "".join(part.get("text", "") for artifact in task.artifacts or [] for part in artifact["parts"])


async def main():
    async def send():
        task = await asyncio.to_thread(sent, "tides")
        same((task.status.state, texts(task)), (TaskState.COMPLETED, LINES))

    async def failed():
        same((await asyncio.to_thread(sent, "fail")).status.state, TaskState.FAILED)

    async def get():
        task = await asyncio.to_thread(sent, "tides")
        same(texts(await asyncio.to_thread(client.get_task, task.id)), LINES)

    async def get_unknown():
        # A refusal is told as a failed task.
        task = await asyncio.to_thread(client.get_task, "no-such-task")
        same((task.status.state, "error" in (task.status.message or {})), (TaskState.FAILED, True))

    async def cancel_finished():
        task = await asyncio.to_thread(sent, "tides")
        canceled = await asyncio.to_thread(client.cancel_task, task.id)
        same("error" in (canceled.status.message or {}), True)

    async def ask():
        task = await asyncio.to_thread(sent, "ask")
        same((task.status.state, task.status.message["parts"][0]["text"]), (TaskState.INPUT_REQUIRED, "Which harbour?"))

    await run(
        {
            "send": send,
            "send, failed task": failed,
            "get": get,
            "get, unknown task": get_unknown,
            "cancel, finished task": cancel_finished,
            "input required": ask,
        }
    )


asyncio.run(main())
