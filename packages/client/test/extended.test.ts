import { fetchClient } from "@a2a/http";
import type { JsonObject, Logger } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { bearer } from "../src/auth.ts";
import {
  A2AClientExtended,
  type ExtendedOptions,
  fetchAgentCard,
  getResultText,
  pollTask,
  TaskNotCancelableError,
  TaskNotFoundError,
  textMessage,
} from "../src/extended.ts";
import { cardAt, type Method, RpcError, serveAgentPeer } from "./support/agent-peer.ts";
import { answer, type Peer, servePeer } from "./support/peer.ts";
import { whenTimePasses } from "./support/time.ts";

const card = (url: string) => cardAt(url, { version: "0.3", capabilities: {} });
const task = (state: string, more: JsonObject = {}): JsonObject => ({
  kind: "task",
  id: "t-1",
  contextId: "c-1",
  status: { state },
  ...more,
});

/** An agent whose task goes through these states as it is read; the last one stays. */
function serveStates(states: readonly string[], methods: Record<string, Method> = {}): Promise<Peer> {
  let reads = 0;
  return serveAgentPeer({
    card,
    methods: {
      "message/send": () => task("submitted"),
      "tasks/get": () => task(states[Math.min(reads++, states.length - 1)] ?? ""),
      "tasks/cancel": () => task("canceled"),
      ...methods,
    },
  });
}

const methodsOf = (peer: Peer) =>
  peer.received.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body).method as string);

const isRead = (peer: Peer) => methodsOf(peer).includes("tasks/get");

function logger() {
  const lines: string[] = [];
  const log = (level: string) => (_: object, message: string) => lines.push(`${level} ${message}`);
  const all: Logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
  return { lines, logger: all };
}

const fast = { pollIntervalMs: 1, retryDelayMs: 1 };
const client = (peer: Peer, config = {}, options: ExtendedOptions = {}) =>
  new A2AClientExtended({ url: peer.url, ...fast, ...config }, { memory: new Map(), ...options });

describe("a client that polls", () => {
  it("S3-08 has the defaults of its configuration", () => {
    expect(new A2AClientExtended({ url: "http://127.0.0.1:8000" }).config).toEqual({
      url: "http://127.0.0.1:8000",
      timeoutMs: 300_000,
      pollIntervalMs: 1_000,
      maxRetries: 3,
      retryDelayMs: 1_000,
    });
  });

  it("S3-01 sends, reads, cancels and maps errors to classes", async () => {
    await using peer = await serveStates(["working"], {
      "tasks/get": () => {
        throw new RpcError(-32001, "Task not found");
      },
      "tasks/cancel": () => {
        throw new RpcError(-32002, "Task cannot be canceled");
      },
    });
    expect(await client(peer).sendMessage("hello")).toMatchObject({ task: { id: "t-1" } });
    const unknown = client(peer).getTask("t-9");
    await expect(unknown).rejects.toBeInstanceOf(TaskNotFoundError);
    await expect(unknown).rejects.toMatchObject({ name: "TaskNotFoundError", code: "TASK_NOT_FOUND" });
    const ended = client(peer).cancelTask("t-1");
    await expect(ended).rejects.toBeInstanceOf(TaskNotCancelableError);
    await expect(ended).rejects.toMatchObject({ code: "TASK_NOT_CANCELABLE" });
  });

  it.each([
    ["submitted", "SUBMITTED"],
    ["working", "WORKING"],
    ["input-required", "INPUT_REQUIRED"],
    ["completed", "COMPLETED"],
    ["canceled", "CANCELED"],
    ["failed", "FAILED"],
    ["rejected", "REJECTED"],
    ["auth-required", "AUTH_REQUIRED"],
    ["unknown", "UNSPECIFIED"],
  ])("S3-01 maps the state %s", async (wire, state) => {
    await using peer = await serveStates([wire]);
    expect((await client(peer).getTask("t-1")).status.state).toBe(`TASK_STATE_${state}`);
  });

  it("S3-35 authenticates by a credential, sent where the card declares its scheme", async () => {
    await using peer = await serveAgentPeer({
      card: (url) => {
        const securitySchemes = { t: { httpAuthSecurityScheme: { scheme: "bearer" } } } as never;
        return cardAt(url, { version: "0.3", capabilities: {}, securitySchemes });
      },
      methods: { "message/send": () => task("completed") },
    });
    await client(peer, {}, { auth: bearer("t-1") }).sendMessage("hello");
    const posted = peer.received.filter(({ method }) => method === "POST");
    expect(posted.map(({ headers }) => headers.authorization)).toEqual(["Bearer t-1"]);
  });

  it("S3-36 injects no session metadata, and has none of the names that were not taken over", async () => {
    await using peer = await serveStates(["completed"]);
    await client(peer).sendAndObserve("go");
    const [sent] = peer.received.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));
    expect(sent.params.message).not.toHaveProperty("metadata");
    expect(sent.params).not.toHaveProperty("metadata");
    const entryPoints = await Promise.all([
      import("../src/index.ts"),
      import("../src/auth.ts"),
      import("../src/extended.ts"),
    ]);
    const names = entryPoints.flatMap((entryPoint) => Object.keys(entryPoint));
    expect(names).not.toContain("A2AClientWithBearerAuth");
    expect(names).not.toContain("RemoteAgentConnection");
  });

  it("S3-11 fetches the card anew each time, as a health check", async () => {
    let healthy = true;
    await using peer = await servePeer((request, response) => {
      if (healthy && request.path === "/.well-known/agent.json")
        return answer(response, card(`http://${request.headers.host}`));
      return answer(response, "gone", 404);
    });
    const polling = client(peer);
    expect(await polling.getAgentCard()).toMatchObject({ name: "Weather desk" });
    healthy = false;
    await expect(polling.getAgentCard()).rejects.toMatchObject({ code: "HTTP", status: 404 });
  });

  it("S3-10 S3-12 cancels by tasks/cancel at the configured URL", async () => {
    await using peer = await serveStates(["working"]);
    expect(await client(peer).cancelTask("t-1")).toMatchObject({ status: { state: "TASK_STATE_CANCELED" } });
    expect(methodsOf(peer)).toEqual(["tasks/cancel"]);
  });
});

describe("sending and observing", () => {
  it.each([
    ["completed", "completed"],
    ["failed", "failed"],
    ["rejected", "failed"],
    ["canceled", "cancelled"],
    ["input-required", "input-required"],
  ])("S3-13 S3-16 S3-17 a task that ends %s", async (state, outcome) => {
    await using peer = await serveStates(["submitted", "working", "working", state]);
    const [status, observed] = await client(peer).sendAndObserve("go");
    expect(status).toBe(outcome);
    expect(observed).toMatchObject({ id: "t-1" });
    expect(methodsOf(peer)).toEqual(["message/send", "tasks/get", "tasks/get", "tasks/get", "tasks/get"]);
  });

  it.each(["submitted", "working", "auth-required", "unknown"])(
    "S3-17 keeps polling a task that is %s",
    async (state) => {
      await using peer = await serveStates([state, state, "completed"]);
      expect((await client(peer).sendAndObserve("go"))[0]).toBe("completed");
      expect(methodsOf(peer)).toEqual(["message/send", "tasks/get", "tasks/get", "tasks/get"]);
    },
  );

  it("S3-14 checks the timeout, then for cancellation, then reads the task", async () => {
    const order: string[] = [];
    await using peer = await serveStates([], {
      "message/send": () => {
        order.push("send");
        return task("submitted");
      },
      "tasks/get": () => {
        order.push("get");
        return task(order.length > 5 ? "completed" : "working");
      },
    });
    const isCancelled = () => order.push("check") < 0;
    expect((await client(peer).sendAndObserve("go", { isCancelled }))[0]).toBe("completed");
    expect(order).toEqual(["check", "send", "check", "get", "check", "get"]);
  });

  it("S3-31 polls a task that exists, and has the names of the helpers it took over", async () => {
    await using peer = await serveStates(["working", "completed"]);
    const polling = client(peer);
    const [status, observed] = await pollTask(polling, "t-1");
    expect([status, observed?.id]).toEqual(["completed", "t-1"]);
    expect(methodsOf(peer)).toEqual(["tasks/get", "tasks/get"]);
    expect((await fetchAgentCard(polling)).name).toBe((await polling.getAgentCard()).name);
    expect(textMessage("hi")).toMatchObject({ role: "ROLE_USER", parts: [{ text: "hi" }] });
    expect(getResultText({ message: textMessage("said") })).toBe("said");
    expect(getResultText(textMessage("said"))).toBe("said");
    const artifacts = [{ artifactId: "a", parts: [{ text: "done" }] }];
    const finished = { id: "t-1", status: { state: "TASK_STATE_COMPLETED" as const }, artifacts };
    expect([getResultText({ task: finished }), getResultText(finished)]).toEqual(["done", "done"]);
  });

  it("S3-31 polls with retries, until a question, a timeout or a cancellation", async () => {
    let dropped = 0;
    await using asking = await serveStates([], {
      "tasks/get": (_, response) => (dropped++ < 1 ? response.destroy() && undefined : task("input-required")),
    });
    expect(await pollTask(client(asking), "t-1")).toMatchObject(["input-required", { id: "t-1" }]);
    expect(methodsOf(asking)).toEqual(["tasks/get", "tasks/get"]);
    await using peer = await serveStates(["working"]);
    expect(await pollTask(client(peer, { timeoutMs: 50 }), "t-1")).toEqual(["timeout", undefined]);
    let asked = 0;
    const isCancelled = () => ++asked > 2;
    expect(await pollTask(client(peer), "t-1", { isCancelled })).toEqual(["cancelled", undefined]);
    expect(methodsOf(peer).at(-1)).toBe("tasks/cancel");
  });

  it("S3-04 continues a task that asked a question", async () => {
    let answered = false;
    await using peer = await serveStates([], {
      "message/send": ({ params }) => {
        answered = (params.message as JsonObject).taskId === "t-1";
        return task(answered ? "working" : "input-required");
      },
      "tasks/get": () => task(answered ? "completed" : "input-required"),
    });
    const polling = client(peer);
    expect((await polling.sendAndObserve("go"))[0]).toBe("input-required");
    expect((await polling.sendAndObserve("2026", { taskId: "t-1" }))[0]).toBe("completed");
  });

  it("S3-15 gives up on timeout, tries to cancel, and returns no task", async () => {
    for (const cancels of [true, false]) {
      await using peer = await serveStates(["working"], {
        "tasks/cancel": () => {
          if (cancels) return task("canceled");
          throw new RpcError(-32002, "Task cannot be canceled");
        },
      });
      const sending = () => client(peer, { timeoutMs: 10_000 }).sendAndObserve("go");
      expect(await whenTimePasses(10_000, () => isRead(peer), sending)).toEqual(["timeout", undefined]);
      expect(methodsOf(peer).at(-1)).toBe("tasks/cancel");
    }
  });

  it("S3-05 S3-16 checks for cancellation on each cycle, and then cancels the task", async () => {
    await using peer = await serveStates(["working"]);
    let asked = 0;
    const isCancelled = () => ++asked > 3;
    expect(await client(peer).sendAndObserve("go", { isCancelled })).toEqual(["cancelled", undefined]);
    expect(methodsOf(peer).at(-1)).toBe("tasks/cancel");
  });

  it("S3-16 is cancelled by a signal as well", async () => {
    const controller = new AbortController();
    await using peer = await serveStates(["working"], {
      "tasks/get": () => {
        controller.abort();
        return task("working");
      },
    });
    expect(await client(peer).sendAndObserve("go", { signal: controller.signal })).toEqual(["cancelled", undefined]);
  });

  it("treats an answer without a task as completed", async () => {
    await using peer = await serveStates([], {
      "message/send": () => ({
        kind: "message",
        messageId: "m-2",
        role: "agent",
        parts: [{ kind: "text", text: "rain" }],
      }),
    });
    const [status, observed] = await client(peer).sendAndObserve("go");
    expect(status).toBe("completed");
    expect(observed?.artifacts?.[0]?.parts).toEqual([{ text: "rain" }]);
  });
});

describe("retries", () => {
  it("S3-18 S3-19 retry up to the limit with exponential backoff, and warn", async () => {
    let failures = 2;
    await using peer = await serveStates(["completed"], {
      "message/send": (_, response) => {
        if (failures-- > 0) return answer(response, "busy", 503, { "Content-Type": "text/plain" });
        return task("submitted");
      },
    });
    const { lines, logger: log } = logger();
    expect((await client(peer, {}, { logger: log }).sendAndObserve("go"))[0]).toBe("completed");
    expect(lines.filter((line) => line.startsWith("warn"))).toEqual([
      "warn [A2A] Retry 1: the peer answered with HTTP 503: busy",
      "warn [A2A] Retry 2: the peer answered with HTTP 503: busy",
    ]);
  });

  it.each([
    ["S3-18 send", (polling: A2AClientExtended) => polling.sendMessage("go")],
    ["S3-19 get", (polling: A2AClientExtended) => polling.getTask("t-1")],
  ])("%s: wait as configured, and twice as long each time after that", async (_title, call) => {
    const at: number[] = [];
    const drop: Method = (_, response) => {
      at.push(performance.now());
      response.destroy();
    };
    await using peer = await serveStates([], { "message/send": drop, "tasks/get": drop });
    await expect(call(client(peer, { retryDelayMs: 30 }))).rejects.toMatchObject({ code: "NETWORK" });
    expect(at).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = at;
    // Timers never fire early, apart from rounding.
    expect(second - first).toBeGreaterThan(28);
    expect(third - second).toBeGreaterThan(58);
  });

  it("S3-18 S3-19 reject with the last failure", async () => {
    await using peer = await serveStates([], { "tasks/get": (_, response) => response.destroy() && undefined });
    const polling = client(peer, { maxRetries: 3 });
    const before = methodsOf(peer).length;
    await expect(polling.getTask("t-1")).rejects.toMatchObject({ code: "NETWORK" });
    expect(methodsOf(peer).length - before).toBe(3);
  });

  it.each([
    ["message/send", (polling: A2AClientExtended) => polling.sendMessage("go")],
    ["tasks/get", (polling: A2AClientExtended) => polling.getTask("t-1")],
  ])("S3-18 S3-19 do not repeat %s after a refusal", async (method, call) => {
    await using peer = await serveStates([], {
      [method]: () => {
        throw new RpcError(-32602, "Invalid params");
      },
    });
    await expect(call(client(peer))).rejects.toMatchObject({ code: "INVALID_PARAMS" });
    expect(methodsOf(peer)).toEqual([method]);
  });

  it("S3-18 cover connecting: an agent that comes up late is found", async () => {
    let refused = 2;
    await using peer = await serveStates(["completed"]);
    const http = fetchClient({
      fetch: (request) => {
        if (refused-- > 0) return Promise.reject(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
        return fetch(request);
      },
    });
    const { lines, logger: log } = logger();
    expect((await client(peer, {}, { http, logger: log }).sendAndObserve("go"))[0]).toBe("completed");
    expect(lines.filter((line) => line.startsWith("warn [A2A] Retry"))).toHaveLength(2);
  });

  it("S3-18 resend a dropped message with the same id, unless told that the agent does not deduplicate", async () => {
    await using peer = await serveStates([], { "message/send": (_, response) => response.destroy() && undefined });
    const cautious = client(peer, {}, { deduplicates: false });
    await expect(cautious.sendAndObserve("go")).rejects.toMatchObject({ code: "OUTCOME_UNKNOWN" });
    expect(methodsOf(peer)).toEqual(["message/send"]);
    await using second = await serveStates([], { "message/send": (_, response) => response.destroy() && undefined });
    await expect(client(second).sendAndObserve("go")).rejects.toMatchObject({ code: "NETWORK" });
    const messages = second.received.flatMap(({ method, body }) =>
      method === "POST" ? [JSON.parse(body).params.message.messageId] : [],
    );
    expect(messages).toHaveLength(3);
    expect(new Set(messages).size).toBe(1);
  });
});

describe("logging (S3-20)", () => {
  it.each([
    [
      ["working", "completed"],
      [
        "info [A2A] Task t-1 created",
        "debug [A2A] Task t-1: submitted",
        "debug [A2A] Task t-1: working",
        "debug [A2A] Task t-1: completed",
        "info [A2A] Task t-1 completed",
      ],
    ],
    [
      ["failed"],
      [
        "info [A2A] Task t-1 created",
        "debug [A2A] Task t-1: submitted",
        "debug [A2A] Task t-1: failed",
        "error [A2A] Task t-1 failed",
      ],
    ],
    [
      ["rejected"],
      [
        "info [A2A] Task t-1 created",
        "debug [A2A] Task t-1: submitted",
        "debug [A2A] Task t-1: rejected",
        "error [A2A] Task t-1 rejected",
      ],
    ],
    [
      ["input-required"],
      [
        "info [A2A] Task t-1 created",
        "debug [A2A] Task t-1: submitted",
        "debug [A2A] Task t-1: input-required",
        "info [A2A] Task t-1 needs input",
      ],
    ],
  ])("S3-20 %o", async (states, expected) => {
    await using peer = await serveStates(states);
    const { lines, logger: log } = logger();
    await client(peer, {}, { logger: log }).sendAndObserve("go");
    expect(lines).toEqual(expected);
  });

  it("S3-20 timeouts, and cancellation by the user", async () => {
    await using peer = await serveStates(["working"]);
    const late = logger();
    const sending = () => client(peer, { timeoutMs: 10_000 }, { logger: late.logger }).sendAndObserve("go");
    await whenTimePasses(10_000, () => isRead(peer), sending);
    expect(late.lines.at(-1)).toBe("error [A2A] Task t-1 timed out");
    const cancelled = logger();
    let asked = 0;
    await client(peer, {}, { logger: cancelled.logger }).sendAndObserve("go", { isCancelled: () => ++asked > 2 });
    expect(cancelled.lines.at(-1)).toBe("info [A2A] Task t-1 cancelled by user");
  });
});
