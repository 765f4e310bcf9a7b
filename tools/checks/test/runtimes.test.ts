import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@a2a/client";
import { extractText } from "@a2a/types";
import { Miniflare } from "miniflare";
import { afterAll, expect, it } from "vitest";
import { bundleAgent } from "../src/other-runtimes/bundle.ts";
import { start } from "../src/other-runtimes/command.ts";

const bundled = await bundleAgent();
const folder = mkdtempSync(join(tmpdir(), "a2a-runtimes-"));
const file = join(folder, "agent.mjs");
writeFileSync(file, bundled);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sends, streams and reads the task again. */
async function check(url: string): Promise<void> {
  await using agent = await connect(url);
  expect(agent.card.name).toBe("Echo");
  const answer = await agent.send("hello");
  const task = "task" in answer ? answer.task : expect.fail("a message instead of a task");
  expect([task.status.state, extractText(task)]).toEqual(["TASK_STATE_COMPLETED", "You said: hello"]);
  expect((await agent.getTask(task.id)).id).toBe(task.id);
  let text = "";
  for await (const event of agent.stream("stream")) {
    if (!("artifactUpdate" in event)) continue;
    for (const part of event.artifactUpdate.artifact.parts) if ("text" in part) text += part.text;
  }
  expect(text).toBe("You said: stream");
}

it("docs/runtimes.md shows the program that is tested", () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const [, program = ""] = /^\/\/ .*\n([\s\S]+)$/.exec(read("../src/other-runtimes/agent.ts")) ?? [];
  expect(read("../../../docs/runtimes.md")).toContain(`// agent.ts\n${program}`);
});

it("an agent runs in workerd, the runtime of Cloudflare Workers", async () => {
  const worker = new Miniflare({
    modules: true,
    script: bundled,
    compatibilityDate: "2026-07-01",
    host: "127.0.0.1",
    port: 0,
  });
  try {
    await check((await worker.ready).origin);
  } finally {
    await worker.dispose();
  }
});

it("an agent runs in Deno", async () => {
  await using program = await start("deno", ["serve", "--no-config", "--host=127.0.0.1", "--port=0", file]);
  await check(program.url);
});

it("an agent runs in Bun", async () => {
  await using program = await start("bun", [file], { PORT: "0" });
  await check(program.url);
});
