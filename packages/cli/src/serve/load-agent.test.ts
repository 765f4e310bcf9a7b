import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UsageError } from "../cli/failure.ts";
import { loadAgent } from "./load-agent.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "a2a-load-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(name: string, source: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, source);
  return file;
}

describe("loadAgent", () => {
  it("loads an executor, and names the agent after its file unless the module exports a card", async () => {
    const bare = await loadAgent(await written("tide-clerk.mjs", "export default async function* () {}"));
    expect(bare.card).toEqual({ name: "tide-clerk" });
    const named = await written(
      "named.mjs",
      "export const card = { name: 'Tides' }; export default async function* () {}",
    );
    expect((await loadAgent(named)).card).toEqual({ name: "Tides" });
  });

  it("loads the options of serve()", async () => {
    const source = "export default { card: { name: 'Desk' }, versions: ['0.3'], async *executor() {} }";
    expect(await loadAgent(await written("desk.mjs", source))).toMatchObject({
      card: { name: "Desk" },
      versions: ["0.3"],
    });
  });

  it.each([
    [
      "empty.mjs",
      "export const a = 1;",
      "the default export must be an agent (async function* (turn) { … }) or the options of serve()",
    ],
    ["nameless.mjs", "export default { async *executor() {} };", "the card needs a name; the default export must be"],
    ["broken.mjs", "throw new Error('no luck')", "broken.mjs: no luck"],
    ["lost.mjs", "import './nowhere.mjs'", "cannot load "],
  ])("says what is wrong with %s", async (name, source, message) => {
    const loading = loadAgent(await written(name, source));
    await expect(loading).rejects.toThrow(UsageError);
    await expect(loading).rejects.toThrow(message);
  });

  it("reports a missing file", async () => {
    await expect(loadAgent(join(folder, "absent.mjs"))).rejects.toThrow("absent.mjs: no such file");
  });
});
