"""A probe agent on a2a-server, which speaks 0.1 over JSON-RPC: `agent_0_1.py <port>`."""

import asyncio
import logging
import sys

import uvicorn
from a2a_json_rpc.spec import (
    Artifact,
    TaskArtifactUpdateEvent,
    TaskState,
    TaskStatus,
    TaskStatusUpdateEvent,
    TextPart,
)
from a2a_server.app import create_app
from a2a_server.tasks.handlers.task_handler import TaskHandler

from behavior import LINES, SLOW

PORT = int(sys.argv[1])
logging.disable(logging.CRITICAL)


class Harbour(TaskHandler):
    @property
    def name(self):
        return "harbour"

    async def process_task(self, task_id, message, session_id=None):
        def status(state):
            # A status of this library has no message.
            return TaskStatusUpdateEvent(id=task_id, status=TaskStatus(state=state), final=state is not TaskState.working)

        def artifact(name, parts, **more):
            return TaskArtifactUpdateEvent(id=task_id, artifact=Artifact(name=name, parts=parts, index=0, **more))

        first, *rest = message.parts
        text = first.model_dump().get("text")
        yield status(TaskState.working)
        if text == "ask":
            yield status(TaskState.input_required)
            return
        if text == "fail":
            yield status(TaskState.failed)
            return
        if text == "hold":
            await asyncio.Event().wait()
        if text == "echo":
            yield artifact("echo", rest)
        chunks = {"tides": LINES, "slow": SLOW}.get(text, [])
        for index, chunk in enumerate(chunks):
            if text == "slow":
                await asyncio.sleep(0.1)
            last = index == len(chunks) - 1
            yield artifact(text, [TextPart(type="text", text=chunk)], append=index > 0, lastChunk=last)
        yield status(TaskState.completed)


app = create_app([Harbour()], handlers_config={"harbour": {"agent_card": {"name": "Harbour"}}})
uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="critical")
