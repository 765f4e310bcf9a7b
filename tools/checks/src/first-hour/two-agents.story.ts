// Two agents in one process, of which one calls the other: on two ports, and below two paths of one.
import assert from "node:assert/strict";
import { connect } from "@a2a/client";
import { serve } from "@a2a/server/node";
import { extractText, textOf } from "@a2a/types";

await using shouter = await serve({
  card: { name: "Shouter" },
  store: "memory",
  executor: async function* ({ message }) {
    yield textOf(message).toUpperCase();
  },
});
await using clerk = await serve({
  card: { name: "Clerk" },
  store: "memory",
  executor: async function* ({ message, signal }) {
    await using other = await connect(shouter.url);
    const answer = await other.send(textOf(message), { signal });
    yield "task" in answer ? `The other says ${extractText(answer.task)}` : "The other says nothing";
  },
});

await using client = await connect(clerk.url);
const answer = await client.send("hello");
assert("task" in answer);
assert.equal(extractText(answer.task), "The other says HELLO");

await using both = await serve({
  agents: {
    shouter: {
      card: { name: "Shouter" },
      store: "memory",
      executor: async function* ({ message }) {
        yield textOf(message).toUpperCase();
      },
    },
    whisperer: {
      card: { name: "Whisperer" },
      store: "memory",
      executor: async function* ({ message }) {
        yield textOf(message).toLowerCase();
      },
    },
  },
});
for (const [path, expected] of [
  ["/agents/shouter", "HELLO"],
  ["/agents/whisperer", "hello"],
] as const) {
  await using named = await connect(both.url + path);
  const said = await named.send("Hello");
  assert("task" in said);
  assert.equal(extractText(said.task), expected);
}
await assert.rejects(connect(`${both.url}/agents/nobody`));
