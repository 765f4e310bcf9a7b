import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { say } from "./support/agent.ts";

const SIZE = 4_000_000;
const CALLS = 6;

it("holds the text of a large request no longer than it takes to read it", async () => {
  const child = fork(fileURLToPath(new URL("holding-child.ts", import.meta.url)), [], {
    execArgv: ["--conditions=@a2a/source", "--no-warnings"],
  });
  const said = async <Message>() => ((await once(child, "message")) as [Message])[0];
  const { url } = await said<{ url: string }>();
  const used = () => {
    child.send("used");
    return said<{ used: number }>();
  };
  const send = async () => {
    const params = say("x".repeat(SIZE));
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params });
    const headers = { "Content-Type": "application/json", "A2A-Version": "1.0" };
    // It is not answered before the server ends.
    fetch(`${url}/a2a`, { method: "POST", headers, body }).catch(() => undefined);
    await said<{ turns: number }>();
  };
  try {
    await send();
    const before = await used();
    for (let n = 0; n < CALLS; n++) await send();
    // The agent has it in its message, and the task in its log.
    const copies = ((await used()).used - before.used) / CALLS / SIZE;
    expect(copies).toBeLessThan(2.5);
  } finally {
    child.kill("SIGKILL");
  }
});
