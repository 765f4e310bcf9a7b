import { expect, it } from "vitest";
import { postHead, pour, rpcBody, Tally, textMessage } from "../src/attacker.ts";
import { startChild } from "../src/victim/child.ts";
import type { VictimOptions } from "../src/victim/victim-server.ts";

// On a small scale, as it takes time; `npm run faults quota` sends 150 messages of 8 MB to a server with the heap of a small container.
const options: VictimOptions = { maxBytes: 6 * 1024 * 1024 };
const HEAP_MB = 56;
const SENDS = 75;
const SIZE = 1_000_000;

it("more messages than fit into the heap are refused or evict others, and do not end the server", async () => {
  await using victim = await startChild<{ url: string }>("victim-server.ts", options, [
    `--max-old-space-size=${HEAP_MB}`,
  ]);
  const { url } = victim.first;
  const tally = new Tally();
  for (let n = 0; n < SENDS; n++) {
    const body = rpcBody("SendMessage", textMessage("x".repeat(SIZE)));
    tally.add(await pour(url, Buffer.from(postHead(url, body.length, "token-a") + body)));
  }
  expect(victim.isAlive).toBe(true);
  const counts = new Map([...String(tally).matchAll(/(\d+) × (\w+)/g)].map(([, n, verdict]) => [verdict, Number(n)]));
  expect((counts.get("200") ?? 0) + (counts.get("503") ?? 0)).toBe(SENDS);
});
