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
  it("takes an executor, and names the agent as its file is named unless a card stands beside it", async () => {
    const bare = await loadAgent(await written("tide-clerk.mjs", "export default async function* () {}"));
    expect(bare.card).toEqual({ name: "tide-clerk" });
    const named = await written(
      "named.mjs",
      "export const card = { name: 'Tides' }; export default async function* () {}",
    );
    expect((await loadAgent(named)).card).toEqual({ name: "Tides" });
  });

  it("takes what serve() takes", async () => {
    const source = "export default { card: { name: 'Desk' }, versions: ['0.3'], async *executor() {} }";
    expect(await loadAgent(await written("desk.mjs", source))).toMatchObject({
      card: { name: "Desk" },
      versions: ["0.3"],
    });
  });

  it.each([
    ["empty.mjs", "export const a = 1;", "its default export has to be an agent"],
    ["nameless.mjs", "export default { async *executor() {} };", "the card of the agent has no name"],
    ["broken.mjs", "throw new Error('no luck')", "cannot be loaded: no luck"],
    ["lost.mjs", "import './nowhere.mjs'", "cannot be loaded"],
  ])("says what is wrong with %s", async (name, source, message) => {
    const loading = loadAgent(await written(name, source));
    await expect(loading).rejects.toThrow(UsageError);
    await expect(loading).rejects.toThrow(message);
  });

  it("says that there is no such module", async () => {
    await expect(loadAgent(join(folder, "absent.mjs"))).rejects.toThrow("there is no such module");
  });
});
