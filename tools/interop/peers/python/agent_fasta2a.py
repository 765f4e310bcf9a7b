"""A probe agent on fasta2a, which speaks 0.3 over JSON-RPC without streams: `agent_fasta2a.py <port>`."""

import asyncio
import sys
import uuid
from contextlib import asynccontextmanager

import uvicorn
from fasta2a import FastA2A, Worker
from fasta2a.broker import InMemoryBroker
from fasta2a.storage import InMemoryStorage

from behavior import LINES, QUESTION, SLOW

PORT = int(sys.argv[1])


class Harbour(Worker):
    async def run_task(self, params):
        task = await self.storage.load_task(params["id"])
        text, *rest = params["message"]["parts"]
        asked = task["status"]["state"] == "input-required"
        await self.storage.update_task(task["id"], state="working")
        if text.get("text") == "hold":
            return
        if text.get("text") == "ask" and not asked:
            question = {
                "role": "agent",
                "kind": "message",
                "message_id": str(uuid.uuid4()),
                "parts": [{"kind": "text", "text": QUESTION}],
            }
            await self.storage.update_task(task["id"], state="input-required", new_messages=[question])
            return
        state = "failed" if text.get("text") == "fail" else "completed"
        artifacts = self.build_artifacts((text.get("text"), rest, asked))
        if text.get("text") == "slow":
            await asyncio.sleep(0.1 * len(SLOW))
        await self.storage.update_task(task["id"], state=state, new_artifacts=artifacts)

    async def cancel_task(self, params):
        await self.storage.update_task(params["id"], state="canceled")

    def build_message_history(self, history):
        return history

    def build_artifacts(self, result):
        text, rest, asked = result
        chunks = {"tides": LINES, "slow": SLOW}.get(text, [])
        parts = [{"kind": "text", "text": f"tides of {text}"}] if asked else rest
        parts = [{"kind": "text", "text": chunk} for chunk in chunks] or parts
        return [{"artifact_id": str(text), "name": str(text), "parts": parts}] if parts else []


storage, broker = InMemoryStorage(), InMemoryBroker()


@asynccontextmanager
async def lifespan(app):
    async with app.task_manager, Harbour(broker=broker, storage=storage).run():
        yield


app = FastA2A(
    storage=storage,
    broker=broker,
    name="Harbour",
    description="Knows the tides.",
    url=f"http://127.0.0.1:{PORT}",
    lifespan=lifespan,
)
uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="warning")
