"""A probe client on a2a-sdk 1.x: `client_1_0.py <url> <binding> <webhook>`."""

import asyncio
import json
import os
import sys
import uuid

import grpc
import httpx
from a2a import types
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory

from guard import SECURED_URL, bringing_token
from report import LINES, SLOW, refused, run, same

URL, BINDING, HOOK = sys.argv[1:4]
FILE = types.Part(raw=b"\x00\x01\x02\x03\x04\xff", filename="chart.bin", media_type="application/octet-stream")
LINK = types.Part(url="https://files.example/chart.png", filename="chart.png", media_type="image/png")
COMPLETED = types.TaskState.TASK_STATE_COMPLETED


def request(text, *parts, configuration=None, **more):
    sent = types.Message(
        role=types.Role.ROLE_USER, message_id=str(uuid.uuid4()), parts=[types.Part(text=text), *parts], **more
    )
    return types.SendMessageRequest(message=sent, configuration=configuration)


def texts(task):
    return "".join(part.text for artifact in task.artifacts for part in artifact.parts)


def fold(task, event):
    """Applies an event of a stream to a task, as a caller would."""
    kind = event.WhichOneof("payload")
    if kind == "task":
        return event.task
    if kind == "status_update":
        task.status.CopyFrom(event.status_update.status)
    if kind == "artifact_update":
        update = event.artifact_update
        known = next((it for it in task.artifacts if it.artifact_id == update.artifact.artifact_id), None)
        if known is None:
            task.artifacts.append(update.artifact)
        elif update.append:
            known.parts.extend(update.artifact.parts)
        else:
            known.CopyFrom(update.artifact)
    return task


async def main():
    http = httpx.AsyncClient(timeout=15)
    card = await A2ACardResolver(http, URL).get_agent_card()

    def client(streaming, card=card, interceptors=None, **more):
        config = ClientConfig(
            streaming=streaming,
            httpx_client=http,
            supported_protocol_bindings=[BINDING],
            use_client_preference=True,
            grpc_channel_factory=grpc.aio.insecure_channel,
            **more,
        )
        return ClientFactory(config).create(card, interceptors)

    plain, streaming, polling = client(False), client(True), client(False, polling=True)

    async def last(events):
        task = None
        async for event in events:
            if event.WhichOneof("payload") == "message":
                return event.message
            task = fold(task, event)
        return task

    async def sent(text, *parts, **more):
        return await last(plain.send_message(request(text, *parts, **more)))

    async def started(text):
        return await last(polling.send_message(request(text)))

    async def send():
        task = await sent("tides")
        same((task.status.state, texts(task)), (COMPLETED, LINES))

    async def reply():
        same((await sent("message")).parts[0].text, "ahoy")

    async def failed():
        same((await sent("fail")).status.state, types.TaskState.TASK_STATE_FAILED)

    async def immediately():
        state = (await started("hold")).status.state
        same(state in (types.TaskState.TASK_STATE_SUBMITTED, types.TaskState.TASK_STATE_WORKING), True)

    async def echo(part):
        same((await sent("echo", part)).artifacts[0].parts[0], part)

    async def stream():
        task = await last(streaming.send_message(request("tides")))
        same((task.status.state, texts(task)), (COMPLETED, LINES))

    async def stream_refused():
        await refused(
            last(streaming.send_message(request("tides", task_id="no-such-task"))), ["tasknotfound", "no task"]
        )

    async def get():
        task = await sent("tides")
        same(texts(await plain.get_task(types.GetTaskRequest(id=task.id))), LINES)

    async def get_unknown():
        await refused(plain.get_task(types.GetTaskRequest(id="no-such-task")), ["tasknotfound"])

    async def lists():
        task = await sent("tides")
        page = await plain.list_tasks(types.ListTasksRequest(context_id=task.context_id))
        same([it.id for it in page.tasks], [task.id])

    async def lists_empty():
        same(len((await plain.list_tasks(types.ListTasksRequest(context_id=str(uuid.uuid4())))).tasks), 0)

    async def cancel():
        task = await started("hold")
        canceled = await plain.cancel_task(types.CancelTaskRequest(id=task.id))
        same(canceled.status.state, types.TaskState.TASK_STATE_CANCELED)

    async def cancel_finished():
        task = await sent("tides")
        await refused(plain.cancel_task(types.CancelTaskRequest(id=task.id)), ["notcancelable"])

    async def subscribe():
        task = await started("slow")
        followed = await last(streaming.subscribe(types.SubscribeToTaskRequest(id=task.id)))
        same((followed.status.state, texts(followed)), (COMPLETED, SLOW))

    async def ask():
        task = await sent("ask")
        same(task.status.message.parts[0].text, "Which harbour?")
        same(texts(await sent("Kiel", task_id=task.id, context_id=task.context_id)), "tides of Kiel")

    async def hook_with_message():
        config = types.TaskPushNotificationConfig(url=HOOK, token="tok")
        configuration = types.SendMessageConfiguration(task_push_notification_config=config)
        same((await sent("tides", configuration=configuration)).status.state, COMPLETED)

    async def created(text="hold", url=HOOK):
        task = await started(text)
        config = types.TaskPushNotificationConfig(task_id=task.id, id="hook-1", url=url, token="tok")
        same((await plain.create_task_push_notification_config(config)).url, url)
        return task.id

    async def hook_get():
        query = types.GetTaskPushNotificationConfigRequest(task_id=await created(), id="hook-1")
        same((await plain.get_task_push_notification_config(query)).url, HOOK)

    async def hook_list():
        query = types.ListTaskPushNotificationConfigsRequest(task_id=await created())
        configs = (await plain.list_task_push_notification_configs(query)).configs
        same([config.url for config in configs], [HOOK])

    async def hook_delete():
        query = types.DeleteTaskPushNotificationConfigRequest(task_id=await created(), id="hook-1")
        await plain.delete_task_push_notification_config(query)

    async def hook_delivery():
        task_id = await created("slow", f"{HOOK}-delivery")
        while (await plain.get_task(types.GetTaskRequest(id=task_id))).status.state != COMPLETED:
            await asyncio.sleep(0.05)

    async def secured():
        guarded = client(False, await A2ACardResolver(http, SECURED_URL).get_agent_card(), bringing_token())
        same((await last(guarded.send_message(request("tides")))).status.state, COMPLETED)

    async def verified(*urls):
        from a2a.utils.signing import create_signature_verifier
        from jwt.api_jwk import PyJWK

        key = PyJWK(json.loads(os.environ["A2A_KEY"]))
        verify = create_signature_verifier(lambda kid, jku: key, ["ES256"])
        for url in urls:
            verify(await A2ACardResolver(http, url).get_agent_card())

    async def extended():
        same((await plain.get_extended_agent_card(types.GetExtendedAgentCardRequest())).name, "Harbour")

    signed = {
        "signed card": lambda: verified(*os.environ["A2A_SIGNED_URLS"].split()),
        "signed card, secured": lambda: verified(os.environ["A2A_SIGNED_SECURED_URL"]),
    }
    await run(
        {
            "send": send,
            "send, answered by a message": reply,
            "send, failed task": failed,
            "send, return immediately": immediately,
            "send, file by URL": lambda: echo(LINK),
            "send, file with content": lambda: echo(FILE),
            "stream": stream,
            "stream, refused": stream_refused,
            "get": get,
            "get, unknown task": get_unknown,
            "list": lists,
            "list, empty": lists_empty,
            "cancel": cancel,
            "cancel, finished task": cancel_finished,
            "subscribe": subscribe,
            "input required": ask,
            "webhook with the message": hook_with_message,
            "webhook, create": created,
            "webhook, get": hook_get,
            "webhook, list": hook_list,
            "webhook, delete": hook_delete,
            "webhook, delivery": hook_delivery,
            "extended card": extended,
            "secured agent": secured,
            **(signed if "A2A_SIGNED_URLS" in os.environ else {}),
        }
    )


asyncio.run(main())
