import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const example = (name: string) => fileURLToPath(new URL(`../examples/${name}`, import.meta.url));

it.each(["agent.ts", "caller.ts"])("the README shows %s as it is", (name) => {
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(example(name), "utf8")}\`\`\``);
});

it("the agent and the caller of the README do what their comments say", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2a-example-"));
  const run = (name: string, ...args: string[]): ChildProcess =>
    spawn(process.execPath, ["--conditions=@a2a/source", example(name), ...args], {
      cwd: folder,
      env: { ...process.env, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    });
  const agent = run("agent.ts");
  const ended = once(agent, "exit");
  try {
    const [line] = (await once(linesOf(agent), "line")) as [string];
    const [, url = ""] = /^Greeter is at (http:\S+)$/.exec(line) ?? [];
    const said: string[] = [];
    for await (const text of linesOf(run("caller.ts", url))) said.push(text);
    expect(said).toEqual(["Whom should I greet?", "completed Good morning, world!"]);
  } finally {
    agent.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
});

function linesOf({ stdout }: ChildProcess) {
  if (!stdout) throw new Error("the child has no output");
  return createInterface({ input: stdout });
}
