"""A probe agent on python-a2a, which has one URL per method of 0.1: `agent_python_a2a.py <port>`."""

import logging
import sys
import threading
import time

from python_a2a import A2AServer, AgentCard, TaskState, TaskStatus
from python_a2a.server.http import create_flask_app

from behavior import LINES, QUESTION, SLOW

PORT = int(sys.argv[1])
logging.disable(logging.CRITICAL)


class Harbour(A2AServer):
    def handle_task(self, task):
        before = self.tasks.get(task.id)
        # A message has one content: further parts are gone.
        text = task.message["content"]["text"]
        parts = []
        state = TaskState.COMPLETED
        message = None
        if before and before.status.state == TaskState.INPUT_REQUIRED:
            parts = [{"type": "text", "text": f"tides of {text}"}]
        elif text == "ask":
            state, message = TaskState.INPUT_REQUIRED, {"role": "agent", "parts": [{"type": "text", "text": QUESTION}]}
        elif text == "fail":
            state = TaskState.FAILED
        elif text == "hold":
            threading.Event().wait()
        else:
            chunks = {"tides": LINES, "slow": SLOW}.get(text, [])
            if text == "slow":
                time.sleep(0.1 * len(SLOW))
            parts = [{"type": "text", "text": chunk} for chunk in chunks]
        task.artifacts = [{"parts": parts}] if parts else []
        task.status = TaskStatus(state=state, message=message)
        return task


card = AgentCard(name="Harbour", description="Knows the tides.", url=f"http://127.0.0.1:{PORT}", version="1.0.0")
app = create_flask_app(Harbour(agent_card=card, google_a2a_compatible=True))
app.run(host="127.0.0.1", port=PORT, threaded=True)
