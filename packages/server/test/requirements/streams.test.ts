import { type AgentExecutor, type JsonObject, status, textOf } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { type Frame, readStream, say, serveAgent } from "../support/agent.ts";
import { bindings } from "../support/bindings.ts";
import { gate, reason, start, taskIn } from "../support/scripted.ts";

const kinds = (events: JsonObject[] = []) => events.map((event) => Object.keys(event).join());
const ending = (state: string) => ({ statusUpdate: { status: { state: `TASK_STATE_${state}` } } });

/** Says something, waits to be let on, and says the rest. */
function patient() {
  const go = gate();
  const executor: AgentExecutor = async function* () {
    yield status("TASK_STATE_WORKING");
    await go.opened;
    for (const word of ["one", "two", "three"]) yield word;
  };
  return { executor, go };
}

describe.each(bindings)("streams over $name", ({ call, open, eventIn }) => {
  it("R-53 R-95 are rejected, like the extended card, by an agent whose card does not offer them", async () => {
    await using server = await start({ card: { name: "Plain", capabilities: { streaming: false } } });
    for (const [operation, params] of [
      ["SendStreamingMessage", say("x")],
      ["SubscribeToTask", { id: "x" }],
      ["GetExtendedAgentCard", {}],
    ] as const) {
      expect(reason(await call(server, operation, params))).toBe("UNSUPPORTED_OPERATION");
    }
  });

  it("R-54 contain exactly one message when the agent answers with a message", async () => {
    await using server = await start();
    const { events } = await call(server, "SendStreamingMessage", say("message"));
    expect(kinds(events)).toEqual(["message"]);
  });

  it("R-55 R-56 R-57 R-68 S4-07 begin with the task, continue with its updates, and end with its terminal state", async () => {
    await using server = await start();
    const { events = [] } = await call(server, "SendStreamingMessage", say("hello"));
    expect(kinds(events)).toEqual(["task", "statusUpdate", "artifactUpdate", "statusUpdate"]);
    const { id, contextId } = (events[0]?.task ?? {}) as JsonObject;
    for (const update of events.slice(1)) {
      expect(Object.values(update)[0]).toMatchObject({ taskId: id, contextId });
    }
    expect(events.at(-1)).toMatchObject(ending("COMPLETED"));
  });

  it("R-55 begin with the task on later turns too", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("ask")));
    const { events } = await call(server, "SendStreamingMessage", say("blue", { taskId: id }));
    expect(kinds(events)).toEqual(["task", "statusUpdate", "artifactUpdate", "statusUpdate"]);
    expect(events?.[0]).toMatchObject({ task: { id } });
  });

  it("R-58 deliver an event when it happens, not when the task ends", async () => {
    const { executor, go } = patient();
    await using server = await serveAgent(executor);
    const response = await open(server, "SendStreamingMessage", say("x"));
    const all = await readStream(response, (frames) => {
      // The agent is let on only by what has been seen, so nothing may wait for its end.
      if (JSON.stringify(frames.at(-1)?.data).includes("TASK_STATE_WORKING")) go.open();
      return false;
    });
    expect(eventIn(all.at(-1))).toMatchObject(ending("COMPLETED"));
  });

  it("R-59 R-62 of a subscriber begin with the current task and last until it finishes, across questions", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("ask")));
    const response = await open(server, "SubscribeToTask", { id });
    const begun = gate();
    const all = readStream(response, () => {
      begun.open();
      return false;
    });
    await begun.opened;
    await call(server, "SendMessage", say("blue", { taskId: id }));
    const events = (await all).map(eventIn);
    expect(events[0]).toMatchObject({ task: { id, status: { state: "TASK_STATE_INPUT_REQUIRED" } } });
    expect(events.at(-1)).toMatchObject(ending("COMPLETED"));
  });

  it("R-60 R-61 reject subscriptions to finished and to missing tasks", async () => {
    await using server = await start();
    const { id } = taskIn(await call(server, "SendMessage", say("x")));
    expect(reason(await call(server, "SubscribeToTask", { id }))).toBe("UNSUPPORTED_OPERATION");
    expect(reason(await call(server, "SubscribeToTask", { id: "none" }))).toBe("TASK_NOT_FOUND");
  });

  it("R-63 R-64 R-65 R-66 R-67 deliver the same events in the same order to all readers, even when one disconnects", async () => {
    const { executor, go } = patient();
    await using server = await serveAgent(executor);
    const sent = await open(server, "SendStreamingMessage", say("x"));
    const first = await readStream(sent, (frames) => frames.length === 2);
    const { id } = eventIn(first[0]).task as JsonObject & { id: string };
    const readers = await Promise.all([1, 2].map(() => open(server, "SubscribeToTask", { id })));
    const all = readers.map((reader) => readStream(reader));
    go.open();
    const [one, two] = (await Promise.all(all)) as [Frame[], Frame[]];
    const updates = (frames: Frame[]) => frames.slice(1).map((frame) => [frame.id, eventIn(frame)]);
    expect(updates(one)).toEqual(updates(two));
    const words = one.flatMap((frame) => {
      const { artifactUpdate } = eventIn(frame) as { artifactUpdate?: { artifact: Parameters<typeof textOf>[0] } };
      return artifactUpdate ? [textOf(artifactUpdate.artifact)] : [];
    });
    expect(words).toEqual(["one", "two", "three"]);
    expect((await call(server, "GetTask", { id })).output).toMatchObject({
      status: { state: "TASK_STATE_COMPLETED" },
    });
  });

  it("R-220 R-221 stay open in TASK_STATE_AUTH_REQUIRED while the task accepts messages", async () => {
    await using server = await start();
    const response = await open(server, "SendStreamingMessage", say("auth"));
    const waiting = Promise.withResolvers<string>();
    const all = readStream(response, (frames) => {
      const event = eventIn(frames.at(-1)) as { statusUpdate?: { taskId: string; status: { state: string } } };
      if (event.statusUpdate?.status.state === "TASK_STATE_AUTH_REQUIRED") waiting.resolve(event.statusUpdate.taskId);
      return false;
    });
    const taskId = await waiting.promise;
    await call(server, "SendMessage", say("signed in", { taskId }));
    expect(eventIn((await all).at(-1))).toMatchObject(ending("COMPLETED"));
  });
});
