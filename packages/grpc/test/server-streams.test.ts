import { once } from "node:events";
import { connect, constants } from "node:http2";
import { setTimeout as pause } from "node:timers/promises";
import { type AgentExecutor, bearer, clientCertificate } from "@a2a/server";
import { createMemoryEngine } from "@a2a/server/memory";
import { type ServeOptions, serve } from "@a2a/server/node";
import { isJsonObject, type JsonObject, silentLogger, textOf } from "@a2a/types";
import * as grpc from "@grpc/grpc-js";
import { selfSigned } from "test-kit/self-signed";
import { expect, it } from "vitest";
import { v1_0Proto } from "../src/descriptor.ts";
import { healthProto } from "../src/proto/google.ts";
import { listenGrpc } from "../src/server.ts";
import { eventNumberOf } from "../src/wire/event-number.ts";
import { collect, failure, methodOf, Peer, say } from "./support/peer.ts";

/** An agent whose turn goes on until it is told to end. */
function heldAgent(chunk = "x") {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const seen: { aborted: boolean }[] = [];
  const executor: AgentExecutor = async function* ({ message, signal }) {
    const turn = { aborted: false };
    seen.push(turn);
    signal.addEventListener("abort", () => {
      turn.aborted = true;
    });
    const count = Number(textOf(message)) || 1;
    for (let n = 0; n < count; n++) {
      yield `${n}:${chunk}`;
      if (n % 16 === 0) await pause(0);
    }
    await ended;
    yield "end";
  };
  return { executor, end, seen };
}

function served(executor: AgentExecutor, options: Partial<ServeOptions> = {}) {
  return serve({
    card: { name: "Held" },
    executor,
    store: "memory",
    logger: silentLogger,
    grpc: { listen: listenGrpc },
    ...options,
  });
}

/** The next message of a stream. */
function next(stream: grpc.ClientReadableStream<JsonObject>): Promise<JsonObject> {
  return new Promise((resolve, reject) => {
    stream.once("data", (event: JsonObject) => {
      stream.pause();
      stream.off("error", reject);
      resolve(event);
    });
    stream.once("error", reject);
    stream.resume();
  });
}

/** A message with its prefix: not compressed, and its length. */
function framed(message: Buffer): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

function taskIn(event: JsonObject): string {
  return isJsonObject(event.task) ? String(event.task.id) : "";
}

it("a canceled call ends its subscription and nothing else", async () => {
  const { executor, end, seen } = heldAgent();
  await using agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const stream = peer.stream(v1_0Proto, "SendStreamingMessage", say("1"));
  const id = taskIn(await next(stream));
  stream.on("error", () => {});
  stream.cancel();
  const again = peer.stream(v1_0Proto, "SubscribeToTask", { id });
  expect(taskIn(await next(again))).toBe(id);
  end();
  const events: JsonObject[] = [];
  for await (const event of again) events.push(event as JsonObject); // read by a codec
  expect(JSON.stringify(events.at(-1))).toContain("TASK_STATE_COMPLETED");
  expect(seen).toEqual([{ aborted: false }]);
});

it("a canceled call disturbs no call after it", async () => {
  const { executor, end } = heldAgent();
  await using agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const { path, request, response } = methodOf(v1_0Proto, "SendMessage");
  const begin = () => {
    let call: grpc.ClientUnaryCall | undefined;
    const answer = new Promise<JsonObject | undefined>((resolve, reject) => {
      call = peer.client.makeUnaryRequest(path, request.encode, response.decode, say("1"), (error, value) =>
        error ? reject(error) : resolve(value),
      );
    });
    return { answer, cancel: () => call?.cancel() };
  };
  for (let n = 0; n < 5; n++) expect(await peer.unary(v1_0Proto, "ListTasks", {})).toHaveProperty("tasks");
  const canceled = Array.from({ length: 5 }, begin);
  const failures = canceled.map(({ answer }) => failure(answer));
  await expect.poll(async () => (await peer.unary(v1_0Proto, "ListTasks", {})).totalSize).toBe(5);
  for (const { cancel } of canceled) cancel();
  for (const failed of failures) expect((await failed).code).toBe(grpc.status.CANCELLED);
  const others = Array.from({ length: 5 }, begin);
  await expect.poll(async () => (await peer.unary(v1_0Proto, "ListTasks", {})).totalSize).toBe(10);
  end();
  for (const { answer } of others)
    expect(await answer).toMatchObject({ task: { status: { state: "TASK_STATE_COMPLETED" } } });
});

it("a reader resumes after the last event it saw", async () => {
  const { executor, end } = heldAgent();
  await using agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const { path, request, response } = methodOf(v1_0Proto, "SendStreamingMessage");
  const numbered = (bytes: Buffer) => ({ event: response.decode(bytes), seq: eventNumberOf(bytes) });
  const first = peer.client.makeServerStreamRequest(path, request.encode, numbered, say("3"), new grpc.Metadata());
  const seen: ReturnType<typeof numbered>[] = [];
  first.on("error", () => {});
  await new Promise<void>((resolve) => {
    first.on("data", (item: ReturnType<typeof numbered>) => {
      seen.push(item);
      if (JSON.stringify(item).includes("2:x")) resolve();
    });
  });
  first.cancel();
  const last = seen.at(-1)?.seq ?? 0;
  expect(last).toBeGreaterThan(0);
  end();
  const id = taskIn(seen[0]?.event ?? {});
  const metadata = { "last-event-id": String(last) };
  const rest: JsonObject[] = [];
  for await (const event of peer.stream(v1_0Proto, "SubscribeToTask", { id }, metadata)) rest.push(event as JsonObject);
  // The task as of that event comes first, then what followed it.
  expect(rest[0]).toMatchObject({ task: { artifacts: [{ parts: [{ text: "0:x1:x2:x" }] }] } });
  const text = JSON.stringify(rest.slice(1));
  expect(text).toContain("end");
  expect(text).not.toContain("2:x");
});

it("a reader that takes nothing is disconnected, and the task goes on", async () => {
  const { executor, end } = heldAgent("y".repeat(32_768));
  await using agent = await served(executor, {
    listener: { stalledMs: 50, maxBufferedBytes: 65_536 },
  });
  // Over HTTP/2 itself: grpc-js shows the end of a stream only to those who have read the messages before it.
  const session = connect(`http://${agent.grpcAddress}`);
  const { path, request, response } = methodOf(v1_0Proto, "SendStreamingMessage");
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
  });
  stream.end(framed(request.encode(say("100"))));
  const disconnected = new Promise((resolve) => stream.once("close", resolve));
  const [first] = (await once(stream, "data")) as [Buffer]; // what a stream of bytes emits
  stream.pause();
  stream.on("error", () => {});
  const id = taskIn(response.decode(first.subarray(5, 5 + first.readUInt32BE(1))));
  await disconnected;
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  session.destroy();
  using peer = new Peer(agent.grpcAddress ?? "");
  expect(await peer.unary(v1_0Proto, "GetTask", { id, historyLength: 0 })).toMatchObject({
    status: { state: "TASK_STATE_WORKING" },
  });
  end();
});

/** Asks for a task over HTTP/2 itself, and reads the head of the answer only. */
async function unread(address: string | undefined, id: string) {
  const session = connect(`http://${address}`);
  const { path, request } = methodOf(v1_0Proto, "GetTask");
  const stream = session.request({
    ":method": "POST",
    ":path": path,
    "content-type": "application/grpc",
    te: "trailers",
  });
  stream.on("error", () => {});
  const closed = new Promise((resolve) => stream.once("close", resolve));
  stream.end(framed(request.encode({ id })));
  await once(stream, "response");
  return { session, stream, closed };
}

async function largeTask(peer: Peer): Promise<string> {
  return taskIn(await peer.unary(v1_0Proto, "SendMessage", say("10", { configuration: { returnImmediately: false } })));
}

it("answers that nobody reads count until their callers have gone", async () => {
  const { executor, end } = heldAgent("z".repeat(32_768));
  end();
  await using agent = await served(executor, { limits: { maxAnswerSizeInFlight: 400_000 } });
  using peer = new Peer(agent.grpcAddress ?? "");
  const id = await largeTask(peer);
  const ask = () => peer.unary(v1_0Proto, "GetTask", { id });
  const [first, second] = [await unread(agent.grpcAddress, id), await unread(agent.grpcAddress, id)];
  expect((await failure(ask())).details).toContain("wait for their readers");
  first.session.destroy();
  // The server notices in its own time.
  await expect.poll(() => ask().catch(() => undefined)).toMatchObject({ id });
  second.session.destroy();
});

it("a caller that does not read its answer is disconnected", async () => {
  const { executor, end } = heldAgent("z".repeat(32_768));
  end();
  await using agent = await served(executor, { listener: { stalledMs: 50 } });
  using peer = new Peer(agent.grpcAddress ?? "");
  const { session, stream, closed } = await unread(agent.grpcAddress, await largeTask(peer));
  await closed;
  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  session.destroy();
});

it("a connection that resets its calls as fast as it can is closed, and no other", async () => {
  const { executor, end } = heldAgent();
  await using agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const other = peer.stream(v1_0Proto, "SendStreamingMessage", say("1"));
  await next(other);
  const session = connect(`http://${agent.grpcAddress}`).on("error", () => undefined);
  await once(session, "connect");
  const closed = new Promise((resolve) => session.once("close", resolve));
  const { path } = methodOf(v1_0Proto, "SendStreamingMessage");
  const headers = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
  // Node would take 1,000 of them.
  for (let n = 0; n < 300; n++) {
    const stream = session.request(headers).on("error", () => undefined);
    stream.close(constants.NGHTTP2_CANCEL);
  }
  await closed;
  end();
  expect(JSON.stringify(await collect(other))).toContain("TASK_STATE_COMPLETED");
});

it("calls that are canceled as they arrive do not reach the agent", async () => {
  const { executor, end } = heldAgent();
  end();
  let identified = 0;
  const counting = bearer({
    verify: () => {
      identified += 1;
      return { subject: "attacker" };
    },
  });
  await using agent = await served(executor, { auth: [counting] });
  const session = connect(`http://${agent.grpcAddress}`);
  await once(session, "connect");
  const { path } = methodOf(v1_0Proto, "SendStreamingMessage");
  const headers = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
  // Fewer than may be reset on one connection. They leave in one write.
  const streams = Array.from({ length: 90 }, (_, n) => {
    const stream = session.request({ ...headers, authorization: `Bearer ${n}` }).on("error", () => undefined);
    stream.close(constants.NGHTTP2_CANCEL);
    return once(stream, "close");
  });
  await Promise.all(streams);
  const last = session.request({ ...headers, authorization: "Bearer last" });
  await once(last.end(), "response");
  expect(identified).toBeLessThan(90);
  session.destroy();
});

it("messages that are being received count until they were read", async () => {
  const { executor, end } = heldAgent();
  end();
  await using agent = await served(executor, { limits: { maxBodyBytesInFlight: 600_000 } });
  const session = connect(`http://${agent.grpcAddress}`);
  const { path, request } = methodOf(v1_0Proto, "SendMessage");
  const message = framed(request.encode(say("x".repeat(500_000))));
  /** Sends most of a message; the result is the status in the head of the answer, if there is one. */
  const begin = () => {
    const headers = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
    const call = session.request(headers).on("error", () => undefined);
    call.write(message.subarray(0, 400_000));
    return { call: call.resume(), status: once(call, "response").then(([head]) => head["grpc-status"]) };
  };
  const [one, two] = [begin(), begin()];
  // Either may arrive first.
  const refused = await Promise.race([one, two].map((each) => each.status.then(() => each)));
  expect(await refused.status).toBe(String(grpc.status.UNAVAILABLE));
  const other = refused === one ? two : one;
  other.call.end(message.subarray(400_000));
  expect(await other.status).toBeUndefined();
  // Their bytes were given back.
  using peer = new Peer(agent.grpcAddress ?? "");
  expect(await peer.unary(v1_0Proto, "SendMessage", say("x".repeat(500_000)))).toMatchObject({ task: {} });
  session.destroy();
});

it("messages that arrived in pieces count until they are stored", async () => {
  const { executor, end } = heldAgent();
  end();
  const engine = createMemoryEngine();
  const begin = engine.begin.bind(engine);
  const reached = Promise.withResolvers<void>();
  const storing = Promise.withResolvers<void>();
  engine.begin = async (command) => {
    const begun = await begin(command);
    const outcome: typeof begun.outcome = async (options) => {
      reached.resolve();
      await storing.promise;
      return begun.outcome(options);
    };
    return { ...begun, outcome };
  };
  await using agent = await served(executor, { engine, limits: { maxBodyBytesInFlight: 600_000 } });
  const session = connect(`http://${agent.grpcAddress}`);
  const { path, request } = methodOf(v1_0Proto, "SendMessage");
  const message = framed(request.encode(say("x".repeat(500_000))));
  const headers = { ":method": "POST", ":path": path, "content-type": "application/grpc", te: "trailers" };
  const call = () => session.request(headers).on("error", () => undefined);
  const statusOf = async (stream: ReturnType<typeof call>) =>
    (await once(stream.resume(), "response"))[0]["grpc-status"];
  const first = call();
  const answered = statusOf(first);
  first.end(message);
  await reached.promise;
  const second = call();
  second.write(message.subarray(0, 400_000));
  expect(await statusOf(second)).toBe(String(grpc.status.UNAVAILABLE));
  storing.resolve();
  expect(await answered).toBeUndefined();
  const third = call();
  third.end(message);
  expect(await statusOf(third)).toBeUndefined();
  session.destroy();
});

it("a small view of a large stored task counts until it was sent", async () => {
  const { executor, end } = heldAgent();
  end();
  const engine = createMemoryEngine();
  const get = engine.get.bind(engine);
  // As an engine does that has to read the text from its storage.
  engine.get = async (scope, id, view, beforeRead) => {
    await beforeRead?.(100_000);
    return get(scope, id, view);
  };
  await using agent = await served(executor, { engine, limits: { maxAnswerSizeInFlight: 300_000 } });
  using peer = new Peer(agent.grpcAddress ?? "");
  const id = taskIn(await peer.unary(v1_0Proto, "SendMessage", say("1")));
  for (let n = 0; n < 4; n++) expect(await peer.unary(v1_0Proto, "GetTask", { id })).toMatchObject({ id });
});

it("a deadline ends the call", async () => {
  const { executor, end } = heldAgent();
  await using agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const { path, request, response } = methodOf(v1_0Proto, "SendMessage");
  const call = new Promise((resolve, reject) =>
    peer.client.makeUnaryRequest(
      path,
      request.encode,
      response.decode,
      say("1"),
      new grpc.Metadata(),
      { deadline: Date.now() + 100 },
      (error, value) => (error ? reject(error) : resolve(value)),
    ),
  );
  expect((await failure(call)).code).toBe(grpc.status.DEADLINE_EXCEEDED);
  end();
});

it("a deadline ends a stream whose agent goes on", async () => {
  const executor: AgentExecutor = async function* ({ signal }) {
    while (!signal.aborted) {
      yield "tick";
      await pause(1);
    }
  };
  const agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const { path, request, response } = methodOf(v1_0Proto, "SendStreamingMessage");
  const options = { deadline: Date.now() + 150 };
  const call = peer.client.makeServerStreamRequest(path, request.encode, response.decode, say("1"), options);
  const over = new Promise<{ code: number }>((resolve) => call.once("status", resolve));
  // On a slow machine, the deadline may pass before the first event.
  call.on("data", () => {}).on("error", () => {});
  expect(await over).toMatchObject({ code: grpc.status.DEADLINE_EXCEEDED });
  await agent.close({ drainMs: 0 });
});

it("readers of one task get the same events, small and large ones", async () => {
  const { executor, end } = heldAgent("w".repeat(30_000));
  await using agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const first = peer.stream(v1_0Proto, "SendStreamingMessage", say("40"));
  const id = taskIn(await next(first));
  const others = [1, 2].map(() => peer.stream(v1_0Proto, "SubscribeToTask", { id }));
  for (const other of others) expect(taskIn(await next(other))).toBe(id);
  const rests = [first, ...others].map(collect);
  end();
  const texts = (await Promise.all(rests)).map((events) => events.slice(-2).map((event) => JSON.stringify(event)));
  expect(texts[0]?.join()).toContain("end");
  expect(texts[1]).toEqual(texts[0]);
  expect(texts[2]).toEqual(texts[0]);
});

it("a server that closes tells readers to resubscribe", async () => {
  const { executor } = heldAgent();
  const agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const stream = peer.stream(v1_0Proto, "SendStreamingMessage", say("1"));
  await next(stream);
  const over = new Promise<{ code: number }>((resolve) => stream.once("status", resolve));
  stream.on("error", () => {});
  stream.resume();
  await agent.close({ drainMs: 0 });
  expect(await over).toMatchObject({ code: grpc.status.UNAVAILABLE, details: "The server is closing: resubscribe" });
});

it("a server that closes tells those who watch its health", async () => {
  const { executor } = heldAgent();
  const agent = await served(executor);
  using peer = new Peer(agent.grpcAddress ?? "");
  const watch = peer.stream(healthProto, "Watch", {});
  expect(await next(watch)).toEqual({ status: "SERVING" });
  const rest = collect(watch);
  await agent.close({ drainMs: 0 });
  expect(await rest).toEqual([{ status: "NOT_SERVING" }]);
});

it("R-153 TLS identifies the server, and callers by their certificates", async () => {
  const { executor, end } = heldAgent();
  end();
  await using agent = await served(executor, {
    tls: { ...selfSigned, ca: selfSigned.cert },
    auth: [clientCertificate()],
  });
  const [root, key, cert] = [selfSigned.cert, selfSigned.key, selfSigned.cert].map((pem) => Buffer.from(pem));
  const address = (agent.grpcAddress ?? "").replace("127.0.0.1", "localhost");
  using peer = new Peer(address, grpc.credentials.createSsl(root, key, cert));
  expect(await peer.unary(v1_0Proto, "SendMessage", say("1"))).toMatchObject({ task: {} });
  using stranger = new Peer(address, grpc.credentials.createSsl(root));
  expect((await failure(stranger.unary(v1_0Proto, "SendMessage", say("1")))).code).toBe(grpc.status.UNAVAILABLE);
});
