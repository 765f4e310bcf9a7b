// Two agents in one process, of which one calls the other.
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
