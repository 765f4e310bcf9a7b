import { join } from "node:path";
import { type AgentExecutor, foldEvents, type StreamResponse, textPart } from "@a2a/types";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "./sqlite-harness.ts";
import { readStream, resultOf, rpc, say, serveAgent, stream } from "./support/agent.ts";

const WORDS = Array.from({ length: 15 }, (_, index) => `wörd-${index} "😀" `);

const speaks: AgentExecutor = async function* () {
  yield* WORDS;
};

const mixes: AgentExecutor = async function* () {
  yield "one ";
  yield "text";
  yield textPart("a part");
  yield textPart("another");
  yield " goes on";
  yield { data: { n: 1 } };
  yield "after data";
  yield { text: "typed", mediaType: "text/markdown" };
  yield "its own";
};

describe.each(["memory", "sqlite"] as const)("text yielded in pieces, with tasks in %s", (store) => {
  async function tasksOf(executor: AgentExecutor) {
    using folder = temporaryFolder();
    const options = { store: store === "memory" ? ("memory" as const) : `sqlite:${join(folder.path, "tasks.db")}` };
    await using agent = await serveAgent(executor, options as { store: "memory" });
    const frames = await readStream(await stream(agent, "SendStreamingMessage", say("go")));
    const events = frames.map(({ data }) => data.result as unknown as StreamResponse);
    const [first] = events;
    const id = first && "task" in first ? first.task.id : "";
    const stored = resultOf(await rpc(agent, "GetTask", { id }));
    return { events, stored, folded: foldEvents(events) };
  }

  it("is sent as chunks and stored as one text part", async () => {
    const { events, stored, folded } = await tasksOf(speaks);
    expect(events.filter((event) => "artifactUpdate" in event)).toHaveLength(15);
    expect(stored.artifacts).toEqual([{ artifactId: "response", name: "response", parts: [{ text: WORDS.join("") }] }]);
    expect(folded?.artifacts).toEqual(stored.artifacts);
  });

  it("continues the preceding text; explicit parts stay separate", async () => {
    const { stored, folded } = await tasksOf(mixes);
    const [artifact] = stored.artifacts as { parts: unknown[] }[];
    expect(artifact?.parts).toEqual([
      { text: "one text" },
      { text: "a part" },
      { text: "another goes on" },
      { data: { n: 1 } },
      { text: "after data" },
      { text: "typed", mediaType: "text/markdown" },
      { text: "its own" },
    ]);
    expect(folded?.artifacts).toEqual(stored.artifacts);
  });
});
