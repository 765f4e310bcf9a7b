import { applyEvent, copyTask, foldEvents, type LogEvent, type Task, TEXT_DELTA } from "@a2a/types";
import { trimHistory } from "@a2a/types/internal";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeEvent } from "./event-text.ts";
import { TextEntry } from "./log-entry.ts";
import { SealedTask } from "./sealed-task.ts";
import { joinTask, TaskText } from "./task-text.ts";

const text = fc.string({ unit: "binary", maxLength: 8 });
const part = fc.record({ text }, { requiredKeys: ["text"] });
const metadata = fc.dictionary(fc.oneof(text, fc.constant("__proto__")), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 });
const optional = { metadata, extensions: fc.array(fc.constantFrom("urn:a", "urn:b"), { maxLength: 2 }) };
const message = fc.record(
  {
    messageId: text,
    role: fc.constantFrom("ROLE_USER", "ROLE_AGENT"),
    parts: fc.array(part, { minLength: 1 }),
    metadata,
  },
  { requiredKeys: ["messageId", "role", "parts"] },
);
const status = fc.record(
  {
    state: fc.constantFrom("TASK_STATE_WORKING", "TASK_STATE_INPUT_REQUIRED", "TASK_STATE_COMPLETED"),
    timestamp: fc.constantFrom("2026-02-03T04:05:06Z", "2026-02-03T04:05:06.789012345Z"),
    message,
  },
  { requiredKeys: ["state", "timestamp"] },
);
const artifact = fc.record(
  {
    artifactId: fc.constantFrom("one", "two", "three"),
    parts: fc.array(part, { minLength: 1, maxLength: 3 }),
    name: text,
    description: text,
    ...optional,
  },
  { requiredKeys: ["artifactId", "parts"] },
);
const ids = { taskId: "t", contextId: "c" };
const event = fc.oneof(
  status.map((value) => ({ statusUpdate: { ...ids, status: value } })),
  fc.record({ artifact, append: fc.boolean() }).map((update) => ({ artifactUpdate: { ...ids, ...update } })),
  artifact.map((delta) => ({
    artifactUpdate: { ...ids, artifact: delta, append: true, metadata: { [TEXT_DELTA]: true } },
  })),
  message.map((received) => ({ received })),
);
const first = fc.record(
  {
    id: fc.constant("t"),
    contextId: fc.constant("c"),
    status,
    history: fc.array(message, { maxLength: 2 }),
    artifacts: fc.uniqueArray(artifact, { selector: (value) => value.artifactId, maxLength: 2 }),
    metadata,
  },
  { requiredKeys: ["id", "contextId", "status"] },
);

/** The task as its JSON says, without the empty lists that the text form leaves out. */
function normal(task: Task): Task {
  const plain = JSON.parse(JSON.stringify(task));
  if (plain.history?.length === 0) delete plain.history;
  if (plain.artifacts?.length === 0) delete plain.artifacts;
  return plain;
}

describe("TaskText", () => {
  it("folds a log to the same task as applyEvent", () => {
    fc.assert(
      fc.property(first, fc.array(event, { maxLength: 12 }), (task, events) => {
        const folded = copyTask(task as Task);
        const folding = new TaskText(task as Task);
        for (const next of events as LogEvent[]) {
          applyEvent(folded, next);
          folding.apply(encodeEvent(next, Date.now));
        }
        expect(JSON.parse(folding.json())).toEqual(normal(folded));
      }),
    );
  });

  it("serializes every event as JSON.stringify would", () => {
    fc.assert(
      fc.property(event, (value) => {
        const text = encodeEvent(value as LogEvent, Date.now);
        const frame = text.kind === "artifact" ? text.frame : undefined;
        const { json, size, event: parsed } = new TextEntry(1, 1, text.pieces, undefined, true, frame);
        expect(JSON.stringify(parsed)).toBe(json);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(size).toBe(json.length);
      }),
    );
  });

  it("builds the same view from live text and from the sealed text of a finished task (R-33, R-34, R-40, R-41)", () => {
    fc.assert(
      fc.property(first, fc.array(event, { maxLength: 6 }), fc.nat(3), fc.boolean(), (task, events, n, artifacts) => {
        const log = [{ task }, ...events] as LogEvent[];
        const folding = new TaskText(task as Task);
        for (const next of events as LogEvent[]) folding.apply(encodeEvent(next, Date.now));
        const view = { historyLength: n, artifacts };
        const expected = normal(trimHistory(foldEvents(log) as Task, n));
        if (artifacts) expected.artifacts ??= [];
        else delete expected.artifacts;
        expect(JSON.parse(folding.json(view))).toEqual(expected);
        expect(JSON.parse(joinTask(folding.pieces(), view))).toEqual(expected);
        expect(new SealedTask(folding.pieces()).json(view)).toBe(folding.json(view));
        expect(new SealedTask(folding.pieces()).pieces()).toEqual(folding.pieces());
      }),
    );
  });

  it("returns snapshots that later events do not change", () => {
    const events = fc.array(event, { maxLength: 6 });
    fc.assert(
      fc.property(first, events, events, (task, before, after) => {
        const folding = new TaskText(task as Task);
        for (const next of before as LogEvent[]) folding.apply(encodeEvent(next, Date.now));
        const then = folding.json();
        const snapshot = folding.snapshot();
        for (const next of after as LogEvent[]) folding.apply(encodeEvent(next, Date.now));
        expect(snapshot()).toBe(then);
      }),
    );
  });

  it("is unaffected by later mutation of an applied event", () => {
    const chunk = { artifactId: "a", parts: [{ text: "x" }], metadata: { deep: { n: 1 } }, extensions: ["urn:a"] };
    const folding = new TaskText({
      id: "t",
      status: { state: "TASK_STATE_WORKING", timestamp: "2026-02-03T04:05:06Z" },
    });
    folding.apply(encodeEvent({ artifactUpdate: { ...ids, artifact: chunk } }, Date.now));
    const before = folding.json();
    chunk.parts.push({ text: "y" });
    chunk.metadata.deep.n = 2;
    chunk.extensions.push("urn:b");
    expect(folding.json()).toBe(before);
  });

  it("caps the history at the latest 10,000 messages, as applyEvent does", () => {
    const folding = new TaskText({
      id: "t",
      status: { state: "TASK_STATE_WORKING", timestamp: "2026-02-03T04:05:06Z" },
    });
    const object: Task = JSON.parse(folding.json());
    let then = "";
    let snapshot = () => "";
    for (let n = 1; n <= 10_003; n++) {
      if (n === 10_001) {
        then = folding.json();
        snapshot = folding.snapshot();
      }
      const received: LogEvent = { received: { messageId: `m${n}`, role: "ROLE_USER", parts: [{ text: "hi" }] } };
      folding.apply(encodeEvent(received, Date.now));
      applyEvent(object, received);
    }
    expect(snapshot() === then).toBe(true);
    const { history } = JSON.parse(folding.json()) as Task;
    expect(history).toHaveLength(10_000);
    expect(history?.[0]?.messageId).toBe("m4");
    expect(object.history).toEqual(history);
  });
});
