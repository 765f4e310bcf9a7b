import type { JsonValue, StreamResponse } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { agenticPatterns } from "../../dialects/agentic-patterns.ts";
import { v0_2 } from "../v0_2.ts";
import { v0_3 } from "../v0_3.ts";

const row = v0_3.operations.sendStreamingMessage;
const row0_2 = v0_2.operations.sendStreamingMessage;
if (!row || !row0_2) throw new Error("both protocol versions stream");
const ids = { taskId: "t", contextId: "c" };
const task = (state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED" | "TASK_STATE_AUTH_REQUIRED"): StreamResponse => ({
  task: { id: "t", contextId: "c", status: { state } },
});
const update = (
  state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED" | "TASK_STATE_INPUT_REQUIRED" | "TASK_STATE_AUTH_REQUIRED",
) => ({
  statusUpdate: { ...ids, status: { state } },
});
const wireUpdate = (state: string, final?: boolean): JsonValue => ({
  kind: "status-update",
  ...ids,
  status: { state },
  ...(final !== undefined && { final }),
});

describe("writing a stream of 0.3", () => {
  it.each([
    ["TASK_STATE_COMPLETED", true],
    ["TASK_STATE_INPUT_REQUIRED", true],
    ["TASK_STATE_AUTH_REQUIRED", false],
    ["TASK_STATE_WORKING", false],
  ] as const)("says `final` of %s: %j", (state, final) => {
    expect(row.encoder().push(update(state))).toMatchObject([{ kind: "status-update", final }]);
  });

  it("repeats the status with `final` if the stream ends before the task", () => {
    const encoder = row.encoder();
    encoder.push(task("TASK_STATE_COMPLETED"));
    expect(encoder.finish()).toStrictEqual([wireUpdate("completed", true)]);
    expect(encoder.finish()).toStrictEqual([]);
  });

  it("adds nothing after a final status, a message, or an empty stream", () => {
    const done = row.encoder();
    done.push(task("TASK_STATE_WORKING"));
    done.push(update("TASK_STATE_COMPLETED"));
    expect(done.finish()).toStrictEqual([]);
    const message = row.encoder();
    message.push({ message: { messageId: "m", role: "ROLE_AGENT", parts: [{ text: "hi" }] } });
    expect(message.finish()).toStrictEqual([]);
    expect(row.encoder().finish()).toStrictEqual([]);
  });

  it("R-241 writes auth-required as input-required in the `agentic-patterns` dialect", () => {
    const encoder = row.encoder({ dialect: agenticPatterns });
    expect(encoder.push(task("TASK_STATE_AUTH_REQUIRED"))).toMatchObject([{ status: { state: "input-required" } }]);
    expect(row.encoder().push(task("TASK_STATE_AUTH_REQUIRED"))).toMatchObject([
      { status: { state: "auth-required" } },
    ]);
  });
});

describe("reading a stream of 0.3", () => {
  it("synthesizes the task of a stream that begins with a status", () => {
    expect(row.decoder().push(wireUpdate("working", false))).toStrictEqual([task("TASK_STATE_WORKING")]);
    const noted = { ...(wireUpdate("working", false) as object), metadata: { step: 1 } };
    expect(row.decoder().push(noted)).toMatchObject([{ task: {} }, { statusUpdate: { metadata: { step: 1 } } }]);
    const last = { ...(wireUpdate("completed", true) as object), metadata: { step: 1 } };
    expect(row.decoder().push(last)).toMatchObject([{ task: { metadata: { step: 1 } } }]);
  });

  it("synthesizes the task of a stream that begins with an artifact", () => {
    const artifact = { artifactId: "a", parts: [{ kind: "text", text: "x" }] };
    expect(row.decoder().push({ kind: "artifact-update", ...ids, artifact })).toMatchObject([
      { task: { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } } },
      { artifactUpdate: { ...ids, artifact: { artifactId: "a" } } },
    ]);
  });

  it("ends on the final flag", () => {
    const decoder = row.decoder();
    decoder.push(wireUpdate("working", false));
    expect(decoder.done).toBe(false);
    expect(decoder.push(wireUpdate("working", true))).toMatchObject([{ statusUpdate: { metadata: {} } }]);
    expect(decoder.done).toBe(true);
  });

  it("allows an absent `final` in 0.2 only", () => {
    const frame = wireUpdate("working");
    expect(row0_2.decoder({ strict: true }).push(frame)).toHaveLength(1);
    expect(() => row.decoder({ strict: true }).push(frame)).toThrow("final");
    expect(row.decoder().push(frame)).toHaveLength(1);
  });
});
