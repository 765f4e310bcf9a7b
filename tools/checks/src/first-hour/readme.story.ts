// The two programs at the top of the README: an agent that asks a question, and a caller that answers it.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

const program = (name: string) => new URL(`readme/${name}.ts`, import.meta.url).pathname;
const agent = spawn(process.execPath, [program("agent")], {
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, PORT: "0" },
});
try {
  const [line] = await once(createInterface({ input: agent.stdout }), "line", { signal: AbortSignal.timeout(20_000) });
  const [url = ""] = /http:\S+/.exec(String(line)) ?? [];
  assert.equal(line, `Greeter is at ${url}`);
  const { stdout } = await promisify(execFile)(process.execPath, [program("caller"), url]);
  assert.equal(stdout, "Whom should I greet?\ncompleted Good morning, world!\n");
} finally {
  agent.kill();
}
