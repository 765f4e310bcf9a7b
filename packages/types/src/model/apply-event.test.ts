import { describe, expect, it } from "vitest";
import type { JsonObject } from "../json/json.ts";
import { applyEvent, foldEvents } from "./apply-event.ts";
import { agentMessage, userText } from "./message.ts";
import type { Part } from "./part.ts";
import type { Task } from "./task.ts";
import { TEXT_DELTA } from "./text-delta.ts";

const owner = { taskId: "t", contextId: "c" };

function working(): Task {
  return { id: "t", contextId: "c", status: { state: "TASK_STATE_WORKING" } };
}

describe("applyEvent", () => {
  it("moves the message of a status that is replaced to the history, a question before its answer", () => {
    const task = working();
    const question = agentMessage("Which port?");
    const answer = userText("Kiel");
    const thanks = agentMessage("Thanks");
    applyEvent(task, { statusUpdate: { ...owner, status: { state: "TASK_STATE_INPUT_REQUIRED", message: question } } });
    expect(task.history).toBeUndefined();
    applyEvent(task, { received: answer });
    applyEvent(task, { statusUpdate: { ...owner, status: { state: "TASK_STATE_COMPLETED", message: thanks } } });
    expect(task).toStrictEqual({
      ...working(),
      status: { state: "TASK_STATE_COMPLETED", message: thanks },
      history: [question, answer],
    });
  });

  it("joins marked text to the text before it, and keeps unmarked and typed parts apart", () => {
    const task = working();
    const chunk = (part: Part, metadata?: JsonObject) =>
      applyEvent(task, {
        artifactUpdate: {
          ...owner,
          artifact: { artifactId: "a", parts: [part] },
          append: true,
          ...(metadata && { metadata }),
        },
      });
    const delta = { [TEXT_DELTA]: true };
    chunk({ text: "He" });
    chunk({ text: "llo" }, delta);
    chunk({ text: "of another SDK" });
    chunk({ text: "# Title", mediaType: "text/markdown" });
    chunk({ text: "plain" }, delta);
    chunk({ text: "typed", mediaType: "text/markdown" }, delta);
    expect(task.artifacts?.[0]?.parts).toStrictEqual([
      { text: "Hello" },
      { text: "of another SDK" },
      { text: "# Title", mediaType: "text/markdown" },
      { text: "plain" },
      { text: "typed", mediaType: "text/markdown" },
    ]);
  });

  it("replaces the whole task by a snapshot", () => {
    const task: Task = { ...working(), history: [userText("old")], metadata: { old: true } };
    const snapshot: Task = { id: "t", status: { state: "TASK_STATE_COMPLETED" }, artifacts: [] };
    applyEvent(task, { task: snapshot });
    expect(task).toStrictEqual(snapshot);
    applyEvent(task, { artifactUpdate: { ...owner, artifact: { artifactId: "a", parts: [{ text: "1" }] } } });
    expect(snapshot.artifacts).toStrictEqual([]);
  });

  it("ignores a message", () => {
    const task = working();
    applyEvent(task, { message: agentMessage("hello") });
    expect(task).toStrictEqual(working());
  });

  it("refuses an event of unknown kind", () => {
    expect(() => applyEvent(working(), JSON.parse('{"progress":1}'))).toThrow('unexpected variant: {"progress":1}');
  });
});

describe("foldEvents", () => {
  it("starts with the first task and ignores earlier events", () => {
    expect(foldEvents([{ message: agentMessage("hi") }, { task: working() }])).toStrictEqual(working());
  });

  it("is undefined without a task", () => {
    expect(foldEvents([{ message: agentMessage("hi") }])).toBeUndefined();
  });
});
