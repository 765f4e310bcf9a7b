"""A probe client on a2a-sdk 0.3: `client_0_3.py <url> <binding> <webhook>`."""

import asyncio
import sys
import uuid

import grpc
import httpx
from a2a import types
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory

from guard import SECURED_URL, bringing_token
from report import LINES, SLOW, refused, run, same

URL, BINDING, HOOK = sys.argv[1:4]
FILE = types.FileWithBytes(bytes="AAECAwT/", name="chart.bin", mime_type="application/octet-stream")
LINK = types.FileWithUri(uri="https://files.example/chart.png", name="chart.png", mime_type="image/png")


def message(text, *files, **more):
    parts = [types.Part(root=types.TextPart(text=text))]
    parts += [types.Part(root=types.FilePart(file=file)) for file in files]
    return types.Message(role=types.Role.user, message_id=str(uuid.uuid4()), parts=parts, **more)


def texts(task):
    return "".join(part.root.text for artifact in task.artifacts or [] for part in artifact.parts)


async def main():
    http = httpx.AsyncClient(timeout=15)
    card = await A2ACardResolver(http, URL).get_agent_card()

    def client(streaming, card=card, interceptors=None, **more):
        config = ClientConfig(
            streaming=streaming,
            httpx_client=http,
            supported_transports=[BINDING],
            use_client_preference=True,
            grpc_channel_factory=grpc.aio.insecure_channel,
            **more,
        )
        return ClientFactory(config).create(card, interceptors=interceptors)

    plain, streaming, polling = client(False), client(True), client(False, polling=True)

    async def last(events):
        task = None
        async for event in events:
            task = event[0] if isinstance(event, tuple) else event
        return task

    async def started(text):
        return await last(polling.send_message(message(text)))

    async def send():
        task = await last(plain.send_message(message("tides")))
        same(task.status.state, types.TaskState.completed)
        same(texts(task), LINES)

    async def reply():
        same((await last(plain.send_message(message("message")))).parts[0].root.text, "ahoy")

    async def failed():
        same((await last(plain.send_message(message("fail")))).status.state, types.TaskState.failed)

    async def immediately():
        same((await started("hold")).status.state in (types.TaskState.submitted, types.TaskState.working), True)

    async def echo(file):
        task = await last(plain.send_message(message("echo", file)))
        same(task.artifacts[0].parts[0].root.file, file)

    async def stream():
        task = await last(streaming.send_message(message("tides")))
        same((task.status.state, texts(task)), (types.TaskState.completed, LINES))

    async def stream_refused():
        await refused(last(streaming.send_message(message("tides", task_id="no-such-task"))), ["not found", "no task"])

    async def get():
        task = await last(plain.send_message(message("tides")))
        same(texts(await plain.get_task(types.TaskQueryParams(id=task.id))), LINES)

    async def get_unknown():
        await refused(plain.get_task(types.TaskQueryParams(id="no-such-task")), ["not found", "no task", "404"])

    async def cancel():
        task = await started("hold")
        await plain.cancel_task(types.TaskIdParams(id=task.id))
        same((await plain.get_task(types.TaskQueryParams(id=task.id))).status.state, types.TaskState.canceled)

    async def cancel_finished():
        task = await last(plain.send_message(message("tides")))
        await refused(plain.cancel_task(types.TaskIdParams(id=task.id)), ["cancel", "-32002", "409", "400"])

    async def subscribe():
        task = await started("slow")
        followed = await last(streaming.resubscribe(types.TaskIdParams(id=task.id)))
        same((followed.status.state, texts(followed)), (types.TaskState.completed, SLOW))

    async def ask():
        task = await last(plain.send_message(message("ask")))
        same(task.status.message.parts[0].root.text, "Which harbour?")
        answer = message("Kiel", task_id=task.id, context_id=task.context_id)
        same(texts(await last(plain.send_message(answer))), "tides of Kiel")

    async def hook_with_message():
        hooked = client(False, push_notification_configs=[types.PushNotificationConfig(url=HOOK, token="tok")])
        same((await last(hooked.send_message(message("tides")))).status.state, types.TaskState.completed)

    async def created(text="hold", url=HOOK):
        task = await started(text)
        config = types.PushNotificationConfig(id="hook-1", url=url, token="tok")
        wanted = types.TaskPushNotificationConfig(task_id=task.id, push_notification_config=config)
        made = await plain.set_task_callback(wanted)
        same(made.push_notification_config.url, url)
        return task.id

    async def hook_get():
        task_id = await created()
        query = types.GetTaskPushNotificationConfigParams(id=task_id, push_notification_config_id="hook-1")
        same((await plain.get_task_callback(query)).push_notification_config.url, HOOK)

    async def hook_delivery():
        task_id = await created("slow", f"{HOOK}-delivery")
        while (await plain.get_task(types.TaskQueryParams(id=task_id))).status.state != types.TaskState.completed:
            await asyncio.sleep(0.05)

    async def secured():
        guarded = client(False, await A2ACardResolver(http, SECURED_URL).get_agent_card(), bringing_token())
        same((await last(guarded.send_message(message("tides")))).status.state, types.TaskState.completed)

    async def extended():
        same((await plain.get_card()).name, "Harbour")

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
            "cancel": cancel,
            "cancel, finished task": cancel_finished,
            "subscribe": subscribe,
            "input required": ask,
            "webhook with the message": hook_with_message,
            "webhook, create": created,
            "webhook, get": hook_get,
            "webhook, delivery": hook_delivery,
            "extended card": extended,
            "secured agent": secured,
        }
    )


asyncio.run(main())
