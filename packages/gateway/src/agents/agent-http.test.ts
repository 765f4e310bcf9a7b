import type { HttpResponse } from "@a2a/http";
import { expect, it } from "vitest";
import { agentHttp } from "./agent-http.ts";
import { AnswerBudget } from "./answer-budget.ts";

const LARGE = "x".repeat(100_000);

async function* bytesOf(chunks: readonly string[]): AsyncGenerator<Uint8Array, void, void> {
  for (const chunk of chunks) yield new TextEncoder().encode(chunk);
}

/** The answer of an agent to a request that counts against a budget. */
function answered(budget: AnswerBudget, response: HttpResponse, call?: object): Promise<HttpResponse> {
  const http = agentHttp(async () => response, { isOwn: () => true, secretHeaders: [], budget });
  return http({ method: "POST", url: "https://agent.example", ...(call && { budget: call }) });
}

async function streamOf(
  budget: AnswerBudget,
  chunks: readonly string[],
  caller = "ann",
): Promise<AsyncIterator<Uint8Array>> {
  const response = { status: 200, headers: { "content-type": "text/event-stream" }, body: bytesOf(chunks) };
  const { body } = await answered(budget, response, budget.begin(undefined, caller));
  return body[Symbol.asyncIterator]();
}

it.each([
  ["whole", [`data: ${LARGE}\n\n`, "data: x\n\n"]],
  ["with returns", [`data: ${LARGE}\r\n\r\n`, "data: x\r\n\r\n"]],
  ["with returns alone", [`data: ${LARGE}\r\r`, "data: x\r\r"]],
  ["whose blank line comes late", [`data: ${LARGE}\n`, "\n", "data: x\n\n"]],
  ["followed by the beginning of the next", [`data: ${LARGE}\n\ndata: `, "x\n\n"]],
])("counts a large event %s until more is asked for", async (_, chunks) => {
  const budget = new AnswerBudget(1_000_000, 1_000_000);
  const stream = await streamOf(budget, chunks);
  await stream.next();
  expect(budget.used).toBeGreaterThanOrEqual(LARGE.length);
  for (let left = chunks.length - 1; left > 0; left--) await stream.next();
  expect(budget.used).toBe(0);
});

it("refuses an event beyond the share of a caller, and counts nothing of a stream that was left", async () => {
  const budget = new AnswerBudget(300_000, 1_000_000);
  const first = await streamOf(budget, [`data: ${LARGE}\n\n`]);
  await first.next();
  await expect((await streamOf(budget, [LARGE])).next()).rejects.toMatchObject({ code: "CAPACITY_EXCEEDED" });
  await (await streamOf(budget, [LARGE], "bob")).next();
  expect(budget.used).toBe(200_000 + "data: \n\n".length);
  await first.return?.();
  expect(budget.used).toBe(100_000);
});

it("counts an answer until its call was answered, or while it is read where no call was begun", async () => {
  const budget = new AnswerBudget(300_000, 1_000_000);
  const headers = { "content-length": String(LARGE.length) };
  const large: HttpResponse = { status: 200, headers, body: bytesOf([]), text: async () => LARGE };
  const call = budget.begin(undefined, "ann");
  await (await answered(budget, large, call)).text?.(1_000_000, 1_000);
  expect(budget.used).toBe(LARGE.length);
  call.end()?.();
  expect([budget.used, call.end()]).toEqual([0, undefined]);
  await (await answered(budget, large)).text?.(1_000_000, 1_000);
  expect(budget.used).toBe(0);
});
