import { v1_0 } from "@a2a/bridge/v1_0";
import { type ClientBinding, openStream, type Transport } from "@a2a/client/core";
import { fetchClient } from "@a2a/http";
import { createMessage } from "@a2a/types";
import { expect, it } from "vitest";
import { agentBinding } from "./agent-binding.ts";
import { AnswerBudget } from "./answer-budget.ts";

const LARGE = 100_000;

/** A binding with connections of its own whose answers and events have the sizes given, and the headers that it was called with. */
function sized(sizes: readonly number[]) {
  const seen: Readonly<Record<string, string>>[] = [];
  const binding: ClientBinding = {
    name: "SIZED",
    ownPort: true,
    open: (endpoint): Transport => ({
      endpoint,
      async unary(_operation, _input, { meter, headers = {} } = {}) {
        seen.push(headers);
        if (meter) meter.bytes += sizes[0] ?? 0;
        return undefined as never; // nobody reads it
      },
      async stream(_operation, _input, { meter } = {}) {
        async function* events() {
          for (const size of sizes) {
            if (meter) meter.bytes += size;
            yield { event: { message: createMessage("x") } };
          }
        }
        return openStream(events() as Awaited<ReturnType<Transport["stream"]>>["rest"]);
      },
    }),
  };
  return { binding, seen };
}

function opened(binding: ClientBinding, budget: AnswerBudget, own = "https://agent.example"): Transport {
  const ruled = agentBinding(binding, { own: [own], secretHeaders: ["Authorization"], budget });
  const endpoint = { url: "https://agent.example:50051", codec: v1_0, binding: ruled };
  return ruled.open(endpoint, { http: fetchClient() });
}

it("counts a large answer until its call was answered", async () => {
  const budget = new AnswerBudget(1_000_000, 1_000_000);
  const transport = opened(sized([LARGE]).binding, budget);
  const call = budget.begin(undefined, "ann");
  await transport.unary("getTask", { id: "1" }, { budget: call });
  expect(budget.used).toBe(LARGE);
  call.end()?.();
  await transport.unary("getTask", { id: "1" });
  expect(budget.used).toBe(0);
});

it("counts a large event until the next is asked for, and refuses those beyond the share of a caller", async () => {
  const budget = new AnswerBudget(300_000, 1_000_000);
  const transport = opened(sized([LARGE, 10]).binding, budget);
  const open = (owner: string) =>
    transport.stream("subscribeToTask", { id: "1" }, { budget: budget.begin(undefined, owner) });
  const { rest } = await open("ann");
  expect(budget.used).toBe(LARGE);
  await expect(open("ann")).rejects.toMatchObject({ code: "CAPACITY_EXCEEDED" });
  await (await open("bob")).rest.return?.();
  expect(budget.used).toBe(LARGE);
  await rest.next();
  expect(budget.used).toBe(0);
});

it.each([
  ["https://agent.example", { authorization: "Bearer t", trace: "1" }],
  ["http://agent.example:8080", { authorization: "Bearer t", trace: "1" }],
  ["https://other.example", { trace: "1" }],
])("an agent at %s is shown %j at another port", async (own, shown) => {
  const { binding, seen } = sized([1]);
  const transport = opened(binding, new AnswerBudget(1, 1), own);
  await transport.unary("getTask", { id: "1" }, { headers: { authorization: "Bearer t", trace: "1" } });
  expect(seen).toEqual([shown]);
});
