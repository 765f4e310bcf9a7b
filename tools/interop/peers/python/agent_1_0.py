"""A probe agent on a2a-sdk 1.x, which also serves callers of 0.3: `agent_1_0.py <port>`."""

import asyncio
import json
import os
import sys

import grpc
import httpx
import uvicorn
from a2a import types
from a2a.compat.v0_3 import a2a_v0_3_pb2_grpc
from a2a.compat.v0_3.grpc_handler import CompatGrpcHandler
from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler, GrpcHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes, create_rest_routes
from a2a.server.tasks import (
    BasePushNotificationSender,
    InMemoryPushNotificationConfigStore,
    InMemoryTaskStore,
    TaskUpdater,
)
from a2a.types import a2a_pb2_grpc
from starlette.applications import Starlette

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
        return [types.Part(text=text)]

    def said(self, text):
        return self.updater.new_agent_message(self.text(text))

    async def begin(self):
        await self.queue.enqueue_event(
            types.Task(
                id=self.context.task_id,
                context_id=self.context.context_id,
                status=types.TaskStatus(state=types.TaskState.TASK_STATE_SUBMITTED),
                history=[self.context.message],
            )
        )
        await self.updater.start_work()

    async def artifact(self, name, parts, append=False, last=True):
        await self.updater.add_artifact(parts, artifact_id=name, name=name, append=append, last_chunk=last)

    async def ask(self, question):
        await self.updater.requires_input(self.said(question))

    async def fail(self, text):
        await self.updater.failed(self.said(text))

    async def complete(self):
        await self.updater.complete()

    async def reply(self, text):
        await self.queue.enqueue_event(
            types.Message(
                role=types.Role.ROLE_AGENT,
                message_id=f"re-{self.context.message.message_id}",
                context_id=self.context.context_id,
                parts=self.text(text),
            )
        )


class Harbour(AgentExecutor):
    async def execute(self, context, event_queue):
        first, *rest = context.message.parts
        await behave(Turn(context, event_queue), first.text, rest, context.current_task is not None)

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


def interface(path, binding, version):
    return types.AgentInterface(url=f"{URL}{path}", protocol_binding=binding, protocol_version=version)


def secure(card):
    """Declares the token, and signs the card."""
    from a2a.utils.signing import create_agent_card_signer
    from jwt.api_jwk import PyJWK

    scheme = types.HTTPAuthSecurityScheme(scheme="bearer")
    card.security_schemes["token"].CopyFrom(types.SecurityScheme(http_auth_security_scheme=scheme))
    card.security_requirements.append(types.SecurityRequirement(schemes={"token": types.StringList()}))
    key = json.loads(os.environ["A2A_KEY"])
    create_agent_card_signer(PyJWK(key), {"kid": key["kid"], "alg": key["alg"], "jku": None, "typ": "JOSE"})(card)


async def serve(http, handler):
    """Serves gRPC in both protocol versions at one port, and HTTP."""
    server = grpc.aio.server(interceptors=grpc_guard())
    a2a_pb2_grpc.add_A2AServiceServicer_to_server(GrpcHandler(handler), server)
    a2a_v0_3_pb2_grpc.add_A2AServiceServicer_to_server(CompatGrpcHandler(handler), server)
    server.add_insecure_port(GRPC_ADDRESS)
    await server.start()
    await http.serve()


async def allow_private(url):
    return True


def main():
    card = types.AgentCard(
        name="Harbour",
        description="Knows the tides.",
        version="1.0.0",
        default_input_modes=["text/plain"],
        default_output_modes=["text/plain"],
        capabilities=types.AgentCapabilities(streaming=True, push_notifications=True, extended_agent_card=True),
        skills=[types.AgentSkill(id="tides", name="Tides", description="High and low water", tags=["sea"])],
        supported_interfaces=[
            interface("/rpc", "JSONRPC", "1.0"),
            interface("/rest", "HTTP+JSON", "1.0"),
            interface("/rpc", "JSONRPC", "0.3"),
            interface("/rest", "HTTP+JSON", "0.3"),
            types.AgentInterface(url=GRPC_ADDRESS, protocol_binding="GRPC", protocol_version="1.0"),
            types.AgentInterface(url=GRPC_ADDRESS, protocol_binding="GRPC", protocol_version="0.3"),
        ],
    )
    if TOKEN:
        secure(card)
    store = InMemoryPushNotificationConfigStore()
    handler = DefaultRequestHandler(
        agent_executor=Harbour(),
        task_store=InMemoryTaskStore(),
        agent_card=card,
        extended_agent_card=card,
        push_config_store=store,
        push_sender=BasePushNotificationSender(httpx.AsyncClient(), store),
        push_url_validator=allow_private,
    )
    routes = [
        *create_agent_card_routes(agent_card=card),
        *create_jsonrpc_routes(request_handler=handler, rpc_url="/rpc", enable_v0_3_compat=True),
        *create_rest_routes(request_handler=handler, path_prefix="/rest", enable_v0_3_compat=True),
    ]
    app = Guard(Starlette(routes=routes))
    config = uvicorn.Config(app, host="127.0.0.1", port=PORT, log_level="warning", timeout_graceful_shutdown=1)
    asyncio.run(serve(uvicorn.Server(config), handler))


main()
