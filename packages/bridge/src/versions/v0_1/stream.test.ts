import type { JsonObject, StreamResponse } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { v0_1 } from "../v0_1.ts";

const row = v0_1.operations.sendStreamingMessage;
if (!row) throw new Error("0.1 streams");
const artifact = (artifactId: string, text: string) => ({ artifactId, parts: [{ text }] });
const snapshot = (state: "TASK_STATE_WORKING" | "TASK_STATE_COMPLETED"): StreamResponse => ({
  task: { id: "job", contextId: "s", status: { state }, artifacts: [artifact("a", "x")], metadata: { own: 1 } },
});
const kinds = (frames: unknown[]) =>
  frames.map((frame) => Object.keys(frame as object).find((key) => ["status", "artifact"].includes(key)));

describe("writing a stream of 0.1", () => {
  it("writes a task as its status and artifacts, the final status last", () => {
    expect(kinds(row.encoder().push(snapshot("TASK_STATE_WORKING")))).toStrictEqual(["status", "artifact"]);
    expect(kinds(row.encoder().push(snapshot("TASK_STATE_COMPLETED")))).toStrictEqual(["artifact", "status"]);
    const [, last] = row.encoder().push(snapshot("TASK_STATE_COMPLETED"));
    expect(last).toMatchObject({ id: "job", status: { state: "completed" }, final: true });
  });

  it("does not repeat an unchanged task", () => {
    const encoder = row.encoder();
    encoder.push(snapshot("TASK_STATE_WORKING"));
    expect(encoder.push(snapshot("TASK_STATE_WORKING"))).toStrictEqual([]);
    expect(encoder.push(snapshot("TASK_STATE_COMPLETED"))).toHaveLength(2);
  });

  it("indexes artifacts by first appearance, unless their id contains an index", () => {
    const encoder = row.encoder();
    const indexes = ["b", "idx-7", "a", "b", "idx-0"].map((artifactId) => {
      const [frame] = encoder.push({
        artifactUpdate: { taskId: "job", contextId: "s", artifact: artifact(artifactId, "x") },
      });
      return ((frame as JsonObject).artifact as JsonObject).index;
    });
    expect(indexes).toStrictEqual([0, 7, 2, 0, 3]);
  });

  it("converts a message to a completed task under the id the caller chose", () => {
    const message = { messageId: "m", role: "ROLE_AGENT" as const, parts: [{ text: "pong" }] };
    const frames = row.encoder({ taskId: "job" }).push({ message });
    expect(frames).toMatchObject([
      { id: "job", artifact: { name: "response", index: 0, parts: [{ type: "text", text: "pong" }] } },
      { id: "job", status: { state: "completed" }, final: true },
    ]);
  });

  it("ensures a final status", () => {
    const encoder = row.encoder();
    encoder.push(snapshot("TASK_STATE_WORKING"));
    expect(encoder.finish()).toMatchObject([{ id: "job", status: { state: "working" }, final: true }]);
    expect(encoder.finish()).toStrictEqual([]);
    expect(row.encoder().finish()).toStrictEqual([]);
  });
});

describe("reading a stream of 0.1", () => {
  it("belongs to the caller's context", () => {
    const decoder = row.decoder({ contextId: "s" });
    expect(decoder.push({ id: "job", status: { state: "working" } })).toMatchObject([
      { task: { id: "job", contextId: "s" } },
    ]);
    expect(
      decoder.push({ id: "job", artifact: { parts: [{ type: "text", text: "x" }], index: 2, append: true } }),
    ).toMatchObject([
      { artifactUpdate: { taskId: "job", contextId: "s", artifact: { artifactId: "idx-2" }, append: true } },
    ]);
    expect(decoder.done).toBe(false);
    decoder.push({ id: "job", status: { state: "completed" }, final: true });
    expect(decoder.done).toBe(true);
  });
});
