import type { ServerResponse } from "node:http";
import { createMessage, type JsonObject } from "@a2a/types";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ConnectOptions, connect, type FollowedEvent, OutcomeUnknownError } from "../src/index.ts";
import { StreamWatch } from "../src/transports/stream-watch.ts";
import {
  cardAt,
  type Method,
  noTask,
  type RpcCall,
  RpcError,
  sendEvent,
  serveAgentPeer,
  startStream,
} from "./support/agent-peer.ts";
import { answer, servePeer } from "./support/peer.ts";

const ids = { taskId: "t-1", contextId: "c-1" };
const task = (state: string, more: JsonObject = {}) => ({
  task: { id: "t-1", contextId: "c-1", status: { state: `TASK_STATE_${state}` }, ...more },
});
const status = (state: string, message?: string) => ({
  statusUpdate: {
    ...ids,
    status: {
      state: `TASK_STATE_${state}`,
      ...(message !== undefined && { message: { messageId: "q", role: "ROLE_AGENT", parts: [{ text: message }] } }),
    },
  },
});
const chunk = (n: number) => ({
  artifactUpdate: { ...ids, artifact: { artifactId: "a", parts: [{ text: `#${n}` }] }, append: n > 0 },
});
/** What a whole stream says; the number of an event is its place, from 1 on. */
const story = [task("SUBMITTED"), status("WORKING"), chunk(0), chunk(1), chunk(2), status("COMPLETED")];

const quick: ConnectOptions = { retryDelayMs: 1, pollIntervalMs: 1 };
const fresh = () => ({ ...quick, memory: new Map<string, string>() });
const dedup = { capabilities: { streaming: true, extensions: [{ uri: "urn:a2a:message-deduplication:1" }] } };

/** A method that streams: what it writes is the stream. */
function streaming(write: (call: RpcCall, response: ServerResponse) => unknown): Method {
  return async (call, response) => {
    startStream(response);
    await write(call, response);
    return undefined;
  };
}

/** Writes events with numbers and breaks the connection when `cut`, else ends it. */
async function play(call: RpcCall, response: ServerResponse, events: readonly object[], from: number, cut: boolean) {
  for (const [index, event] of events.entries()) sendEvent(response, call.id, event, from + index);
  if (cut) await new Promise<void>((resolve) => response.write("", () => resolve())).then(() => response.destroy());
  else response.end();
}

async function collect(events: AsyncIterable<FollowedEvent>): Promise<FollowedEvent[]> {
  const all: FollowedEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe("a stream", () => {
  it("delivers the events in order and ends with the task", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SendStreamingMessage: streaming((call, response) => play(call, response, story, 1, false)) },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual(story);
    await peer.idle();
  });

  it.each([1, 2, 3, 4, 5])("that breaks after event %i resumes there, each event once", async (seen) => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => play(call, response, story.slice(0, seen), 1, true)),
        SubscribeToTask: streaming((call, response) => {
          const after = Number(call.headers["last-event-id"]);
          const asOf = after === 1 ? task("SUBMITTED") : task("WORKING");
          return play(call, response, [asOf, ...story.slice(after)], after, false);
        }),
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual(story);
    expect(peer.received.at(-1)?.headers["last-event-id"]).toBe(String(seen));
  });

  it("of a peer that numbers the events of each connection loses nothing (a2a-java 1.2)", async () => {
    const shown = (...chunks: number[]) => task("WORKING", { artifacts: [{ artifactId: "a", parts: texts(chunks) }] });
    const texts = (chunks: number[]) => chunks.map((n) => ({ text: `#${n}` }));
    const connections = [[task("WORKING")], [shown(0)], [shown(0)], [shown(0, 1), chunk(2), status("COMPLETED")]];
    let opened = 0;
    const next = streaming((call, response) =>
      play(call, response, connections[opened] ?? [], 0, ++opened < connections.length),
    );
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url),
      methods: { SendStreamingMessage: next, SubscribeToTask: next },
    });
    const client = await connect(peer.url, fresh());
    const gap = { gap: { taskId: "t-1", lastEventId: "0" } };
    const seen = [task("WORKING"), gap, shown(0), gap, shown(0, 1), chunk(2), status("COMPLETED")];
    expect(await collect(client.stream("go"))).toEqual(seen);
  });

  it("that ends early is resumed", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => play(call, response, story.slice(0, 2), 1, false)),
        SubscribeToTask: streaming((call, response) =>
          play(call, response, [task("WORKING"), ...story.slice(2)], 2, false),
        ),
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual(story);
  });

  it("reports a gap, and the current task, when the agent cannot resume", async () => {
    const whole = task("WORKING", { artifacts: [{ artifactId: "a", parts: [{ text: "#0" }, { text: "#1" }] }] });
    const later = [whole, chunk(2), status("COMPLETED")];
    for (const first of [undefined, 9]) {
      await using peer = await serveAgentPeer({
        card: cardAt,
        methods: {
          SendStreamingMessage: streaming(async (call, response) => {
            for (const event of story.slice(0, 3))
              sendEvent(response, call.id, event, first && story.indexOf(event) + 1);
            await new Promise<void>((resolve) => response.write("", () => resolve()));
            response.destroy();
          }),
          SubscribeToTask: streaming((call, response) => {
            for (const [index, event] of later.entries()) sendEvent(response, call.id, event, first && first + index);
            response.end();
          }),
        },
      });
      const client = await connect(peer.url, fresh());
      const gap = { gap: { taskId: "t-1", ...(first !== undefined && { lastEventId: "3" }) } };
      expect(await collect(client.stream("go"))).toEqual([...story.slice(0, 3), gap, ...later]);
    }
  });

  it("falls back to polling when the agent does not support subscriptions", async () => {
    let reads = 0;
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => play(call, response, story.slice(0, 2), 1, true)),
        SubscribeToTask: () => {
          throw new RpcError(-32004, "This operation is not supported");
        },
        GetTask: () => task(++reads < 3 ? "WORKING" : "COMPLETED").task,
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual([
      ...story.slice(0, 2),
      { gap: { taskId: "t-1", lastEventId: "2" } },
      task("WORKING"),
      status("COMPLETED"),
    ]);
  });

  it("falls back to polling after several connections without new events", async () => {
    let subscriptions = 0;
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => play(call, response, story.slice(0, 1), 1, true)),
        SubscribeToTask: streaming((call, response) => {
          subscriptions++;
          return play(call, response, [task("SUBMITTED")], 1, true);
        }),
        GetTask: () => task("COMPLETED").task,
      },
    });
    const client = await connect(peer.url, fresh());
    const events = await collect(client.stream("go", { maxRetries: 2 }));
    expect(events.at(-1)).toEqual(task("COMPLETED"));
    expect(subscriptions).toBe(2);
  });

  it("R-103 is not begun where the agent says that it does not stream", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, { capabilities: {} }),
      methods: { SendMessage: () => task("SUBMITTED"), GetTask: () => task("COMPLETED").task },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual([task("SUBMITTED"), status("COMPLETED")]);
    const [sent] = peer.received.filter(({ method }) => method === "POST");
    expect(JSON.parse(sent?.body ?? "")).toMatchObject({ params: { configuration: { returnImmediately: true } } });
  });

  it("falls back to polling when the agent refuses to stream although its card says it does", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SendMessage: () => task("COMPLETED"), GetTask: () => task("COMPLETED").task },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual([task("COMPLETED")]);
    expect(client.describe().version).toBe("1.0");
    const before = peer.received.length;
    await collect(client.stream("go"));
    expect(peer.received.slice(before).map(({ body }) => JSON.parse(body).method)).toEqual(["SendMessage"]);
  });

  it("of a message to an existing task is not resent: it may have been processed", async () => {
    let sends = 0;
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: () => {
          throw new RpcError(-32004, "This operation is not supported");
        },
        SendMessage: () => {
          sends++;
          return task("COMPLETED");
        },
        GetTask: noTask,
      },
    });
    const client = await connect(peer.url, fresh());
    const streaming = collect(client.stream(createMessage("2026", { taskId: "t-1" })));
    await expect(streaming).rejects.toMatchObject({ code: "UNSUPPORTED_OPERATION" });
    expect(sends).toBe(0);
  });

  it("may be one plain answer", async () => {
    const message = { message: { messageId: "m-2", role: "ROLE_AGENT", parts: [{ text: "rain" }] } };
    await using peer = await serveAgentPeer({ card: cardAt, methods: { SendStreamingMessage: () => message } });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual([message]);
  });

  it("that starts with an update gets a task first", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) =>
          play(call, response, [chunk(0), status("COMPLETED")], 1, false),
        ),
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual([task("WORKING"), chunk(0), status("COMPLETED")]);
  });
});

describe("the end of a stream", () => {
  it("is the end of the task, even when the agent keeps the connection open or keeps sending", async () => {
    for (const after of [[], [chunk(3), status("WORKING")], [task("COMPLETED")]]) {
      await using peer = await serveAgentPeer({
        card: cardAt,
        methods: {
          SendStreamingMessage: streaming((call, response) => {
            for (const event of [...story, ...after]) sendEvent(response, call.id, event);
          }),
        },
      });
      const client = await connect(peer.url, fresh());
      const shown = after[0] && "task" in after[0] ? after : [];
      expect(await collect(client.stream("go"))).toEqual([...story, ...shown]);
      await peer.idle();
    }
  });

  it("is a question", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => {
          sendEvent(response, call.id, task("SUBMITTED"));
          sendEvent(response, call.id, status("INPUT_REQUIRED", "Which year?"));
        }),
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toHaveLength(2);
    await peer.idle();
  });

  it("is not the question that the message answers", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) =>
          play(
            call,
            response,
            [task("INPUT_REQUIRED"), status("WORKING"), status("INPUT_REQUIRED", "And which month?")],
            1,
            false,
          ),
        ),
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream(createMessage("2026", { taskId: "t-1" })))).toHaveLength(3);
  });

  it("is not a need for credentials, which come another way", async () => {
    const events = [task("SUBMITTED"), status("AUTH_REQUIRED", "Sign in"), status("WORKING"), status("COMPLETED")];
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SendStreamingMessage: streaming((call, response) => play(call, response, events, 1, false)) },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual(events);
  });

  it("is an error that the agent reports in the stream", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => {
          sendEvent(response, call.id, task("WORKING"));
          response.end(
            `data: ${JSON.stringify({ jsonrpc: "2.0", id: call.id, error: { code: -32603, message: "Internal error" } })}\n\n`,
          );
        }),
      },
    });
    const client = await connect(peer.url, fresh());
    await expect(collect(client.stream("go"))).rejects.toMatchObject({ code: "INTERNAL" });
  });
});

describe("a message whose stream did not start", () => {
  /** Breaks the connection of the first attempt, as if the message had gone through. */
  const breaksOnce = () => {
    const seen: string[] = [];
    const method = streaming(async (call, response) => {
      seen.push((call.params.message as JsonObject).messageId as string);
      if (seen.length > 1) return play(call, response, story, 1, false);
      await new Promise<void>((resolve) => response.write(": hello\n\n", () => resolve()));
      response.destroy();
    });
    return { seen, method };
  };

  it("is resent with the same id to an agent that deduplicates", async () => {
    const { seen, method } = breaksOnce();
    await using peer = await serveAgentPeer({
      card: (url) => cardAt(url, dedup),
      methods: { SendStreamingMessage: method },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual(story);
    expect(seen).toHaveLength(2);
    expect(new Set(seen).size).toBe(1);
  });

  it("is not resent to another endpoint: its outcome is unknown", async () => {
    const { seen, method } = breaksOnce();
    await using peer = await serveAgentPeer({ card: cardAt, methods: { SendStreamingMessage: method } });
    const client = await connect(peer.url, fresh());
    const failed = await collect(client.stream("go")).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OutcomeUnknownError);
    expect(failed).toMatchObject({ code: "OUTCOME_UNKNOWN", messageId: seen[0] });
    expect(seen).toHaveLength(1);
  });
});

describe("bounds of a stream", () => {
  // Silence is measured in time that passes when a test says so; a little more passes with real time.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"], shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("silence ends the stream, comments keep it open", async () => {
    const alive = vi.spyOn(StreamWatch.prototype, "alive");
    /** Does something, and waits until the client has noticed it. */
    const noticed = async (action: () => void) => {
      const before = alive.mock.calls.length;
      action();
      await expect.poll(() => alive.mock.calls.length).toBeGreaterThan(before);
    };
    let streams = 0;
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming(async (call, response) => {
          await noticed(() => sendEvent(response, call.id, story[0], 1));
          for (let n = 0; n < 3; n++) {
            // Together longer than the limit.
            await vi.advanceTimersByTimeAsync(6_000);
            await noticed(() => response.write(": still here\n\n"));
          }
          await noticed(() => sendEvent(response, call.id, story[1], 2));
          await vi.advanceTimersByTimeAsync(20_000);
        }),
        SubscribeToTask: streaming((call, response) => {
          streams++;
          return play(call, response, [task("WORKING"), ...story.slice(2)], 2, false);
        }),
      },
    });
    const client = await connect(peer.url, { ...fresh(), limits: { stream: { idleMs: 10_000 } } });
    expect(await collect(client.stream("go"))).toEqual(story);
    expect(streams).toBe(1);
  });

  it("does not mistake a slow reader for a silent peer", async () => {
    const { promise: isBack, resolve: back } = Promise.withResolvers<void>();
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming(async (call, response) => {
          for (const event of story.slice(0, 2)) sendEvent(response, call.id, event);
          await isBack;
          await play(call, response, story.slice(2), 3, false);
        }),
      },
    });
    const client = await connect(peer.url, { ...fresh(), limits: { stream: { idleMs: 10_000 } } });
    const seen: FollowedEvent[] = [];
    for await (const event of client.stream("go")) {
      seen.push(event);
      if (seen.length !== 2) continue;
      // Longer than a peer may be silent.
      await vi.advanceTimersByTimeAsync(20_000);
      back();
    }
    expect(seen).toEqual(story);
    expect(peer.received.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it.each([
    [{ maxEventLength: 1_000 }, "the peer sent an event of more than 1000 characters"],
    [{ maxEvents: 50 }, "the stream exceeds 50 events"],
    [{ maxBytes: 4_000 }, "the stream exceeds 4000 bytes"],
  ])("%o", async (stream, message) => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => {
          sendEvent(response, call.id, story[0]);
          for (let n = 0; n < 60; n++) sendEvent(response, call.id, chunk(n));
          sendEvent(response, call.id, { ...status("WORKING", "x".repeat(2_000)) });
        }),
      },
    });
    const client = await connect(peer.url, { ...fresh(), limits: { stream } });
    await expect(collect(client.stream("go"))).rejects.toMatchObject({ code: "LIMIT", message });
    await peer.idle();
  });

  it("stops an endless line at the limit", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((_, response) => {
          const more = () => {
            while (!response.destroyed && response.write("x".repeat(65_536)));
          };
          response.on("drain", more);
          response.write("data: ");
          more();
        }),
      },
    });
    const client = await connect(peer.url, fresh());
    await expect(collect(client.stream("go"))).rejects.toMatchObject({ code: "LIMIT" });
    await peer.idle();
  });

  it("ignores events of another task", async () => {
    const foreign = { statusUpdate: { taskId: "t-2", contextId: "c-1", status: { state: "TASK_STATE_COMPLETED" } } };
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: streaming((call, response) => play(call, response, [task("WORKING"), foreign], 1, false)),
      },
    });
    const client = await connect(peer.url, fresh());
    await expect(collect(client.stream("go"))).rejects.toMatchObject({
      code: "PROTOCOL",
      message: "the stream contained an event of another task",
    });
  });
});

describe("exiting a stream early", () => {
  it("closes its connection when the loop exits early or the signal aborts", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SendStreamingMessage: streaming((call, response) => sendEvent(response, call.id, task("WORKING"))) },
    });
    const client = await connect(peer.url, fresh());
    for await (const event of client.stream("go")) {
      expect(event).toEqual(task("WORKING"));
      break;
    }
    await peer.idle();
    const controller = new AbortController();
    const reason = new Error("enough");
    const reading = (async () => {
      for await (const _ of client.stream("go", { signal: controller.signal })) controller.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
    await peer.idle();
  });
});

describe("a subscription", () => {
  it("follows a task through a question to its end", async () => {
    const events = [task("WORKING"), status("INPUT_REQUIRED", "Which year?"), status("WORKING"), status("COMPLETED")];
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SubscribeToTask: streaming((call, response) => play(call, response, events, 1, false)) },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.subscribe("t-1"))).toEqual(events);
  });

  it("to a finished task yields the task", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SubscribeToTask: () => {
          throw new RpcError(-32004, "The task is over");
        },
        GetTask: () => task("FAILED").task,
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.subscribe("t-1"))).toEqual([task("FAILED")]);
  });

  it("resumes where its caller stopped", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: { SubscribeToTask: streaming((call, response) => play(call, response, story.slice(4), 5, false)) },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.subscribe("t-1", { lastEventId: "4" }))).toHaveLength(3);
    expect(peer.received.at(-1)?.headers["last-event-id"]).toBe("4");
  });

  it("to an unknown task is an error", async () => {
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SubscribeToTask: () => {
          throw new RpcError(-32001, "Task not found");
        },
      },
    });
    const client = await connect(peer.url, fresh());
    await expect(collect(client.subscribe("t-9"))).rejects.toMatchObject({ code: "TASK_NOT_FOUND" });
  });
});

describe("an agent that is not up yet", () => {
  it("is retried, as nothing was sent", async () => {
    const gone = await servePeer(() => {});
    await gone[Symbol.asyncDispose]();
    const tried: number[] = [];
    const client = await connect(cardAt(gone.url) as never, fresh());
    const streaming = collect(client.stream("go", { maxRetries: 2, onRetry: (retry) => tried.push(retry) }));
    await expect(streaming).rejects.toMatchObject({ code: "NETWORK" });
    expect(tried).toEqual([1, 2]);
  });

  it("is retried after its Retry-After", async () => {
    let asked = 0;
    await using peer = await serveAgentPeer({
      card: cardAt,
      methods: {
        SendStreamingMessage: (call, response) => {
          if (++asked < 3) return answer(response, "busy", 503, { "Content-Type": "text/plain" });
          startStream(response);
          return play(call, response, story, 1, false);
        },
      },
    });
    const client = await connect(peer.url, fresh());
    expect(await collect(client.stream("go"))).toEqual(story);
  });
});
