"""A probe agent on a2a-sdk 0.2 and 0.3: `agent_0_3.py <port>`."""

import asyncio
import os
import sys

import uvicorn
from a2a import types
from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater

from behavior import behave
from guard import TOKEN, Guard, grpc_guard

PORT = int(sys.argv[1])
URL = f"http://127.0.0.1:{PORT}"
GRPC_ADDRESS = f"127.0.0.1:{os.environ['A2A_GRPC_PORT']}"


class Turn:
    def __init__(self, context, queue):
        self.context, self.queue = context, queue
        self.updater = TaskUpdater(queue, context.task_id, context.context_id)

    def text(self, text):
        return [types.Part(root=types.TextPart(text=text))]

    def said(self, text):
        return self.updater.new_agent_message(self.text(text))

    async def begin(self):
        await self.queue.enqueue_event(
            types.Task(
                id=self.context.task_id,
                context_id=self.context.context_id,
                status=types.TaskStatus(state=types.TaskState.submitted),
                history=[self.context.message],
            )
        )
        await self.updater.start_work()

    async def artifact(self, name, parts, append=False, last=True):
        await self.updater.add_artifact(parts, artifact_id=name, name=name, append=append, last_chunk=last)

    async def ask(self, question):
        await self.updater.update_status(types.TaskState.input_required, self.said(question), final=True)

    async def fail(self, text):
        await self.updater.failed(self.said(text))

    async def complete(self):
        await self.updater.complete()

    async def reply(self, text):
        await self.queue.enqueue_event(
            types.Message(
                role=types.Role.agent,
                message_id=f"re-{self.context.message.message_id}",
                context_id=self.context.context_id,
                parts=self.text(text),
            )
        )


class Harbour(AgentExecutor):
    async def execute(self, context, event_queue):
        first, *rest = context.message.parts
        await behave(Turn(context, event_queue), first.root.text, rest, context.current_task is not None)

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def push_parts():
    """The stores of webhooks, which 0.2 and 0.3 call differently."""
    import httpx
    from a2a.server import tasks

    store = tasks.InMemoryPushNotificationConfigStore()
    return {
        "push_config_store": store,
        "push_sender": tasks.BasePushNotificationSender(httpx.AsyncClient(), store),
    }


async def serve(http, card, handler):
    """Serves HTTP, and gRPC where the SDK has it."""
    if card:
        import grpc
        from a2a.grpc import a2a_pb2_grpc
        from a2a.server.request_handlers import GrpcHandler

        server = grpc.aio.server(interceptors=grpc_guard())
        a2a_pb2_grpc.add_A2AServiceServicer_to_server(GrpcHandler(card, handler), server)
        server.add_insecure_port(GRPC_ADDRESS)
        await server.start()
    await http.serve()


def main():
    interfaces = [types.AgentInterface(url=f"{URL}/rpc", transport="JSONRPC")]
    rest = None
    try:
        from a2a.server.apps import A2ARESTFastAPIApplication as rest

        interfaces.append(types.AgentInterface(url=f"{URL}/rest", transport="HTTP+JSON"))
        interfaces.append(types.AgentInterface(url=GRPC_ADDRESS, transport="GRPC"))
    except ImportError:
        pass  # 0.2 has JSON-RPC only
    card = types.AgentCard(
        name="Harbour",
        description="Knows the tides.",
        url=f"{URL}/rpc",
        version="1.0.0",
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        capabilities=types.AgentCapabilities(streaming=True, push_notifications=True),
        skills=[types.AgentSkill(id="tides", name="Tides", description="High and low water", tags=["sea"])],
        supports_authenticated_extended_card=True,
        **({"preferred_transport": "JSONRPC", "additional_interfaces": interfaces} if rest else {}),
    )
    if TOKEN:
        card.security_schemes = {"token": types.SecurityScheme(root=types.HTTPAuthSecurityScheme(scheme="bearer"))}
        card.security = [{"token": []}]
    handler = DefaultRequestHandler(agent_executor=Harbour(), task_store=InMemoryTaskStore(), **push_parts())
    app = A2AStarletteApplication(agent_card=card, http_handler=handler, extended_agent_card=card).build(rpc_url="/rpc")
    if rest:
        app.mount("/rest", rest(agent_card=card, http_handler=handler, extended_agent_card=card).build())
    config = uvicorn.Config(Guard(app), host="127.0.0.1", port=PORT, log_level="warning", timeout_graceful_shutdown=1)
    asyncio.run(serve(uvicorn.Server(config), card if rest else None, handler))


main()
