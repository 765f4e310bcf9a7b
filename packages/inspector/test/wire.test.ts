import { createInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { framesOf } from "../page/wire/sse.ts";
import { serveTestAgent } from "./support/agent.ts";

let browser: Browser;
let agent: RunningAgent;

beforeAll(async () => {
  browser = await startBrowser();
  agent = await serveTestAgent({
    inspector: (served) =>
      createInspector({
        ...served,
        async *conformance(url, { http }) {
          const response = await http({ method: "GET", url: `${url}/.well-known/agent-card.json` });
          await response.text?.(1_000_000, 5_000);
          yield { name: "card", requirements: [], level: "MUST", expected: "a card", outcome: "passed" };
        },
      }),
  });
});

afterAll(async () => {
  await browser?.close();
  await agent?.close({ drainMs: 0 });
});

it("formats calls and streams, filters them, keeps conformance runs apart, and can be cleared", async () => {
  const { page, context, problems } = await openPage(browser, agent.inspectorUrl ?? "");
  await page.getByRole("button", { name: "Send" }).waitFor();
  await say(page, "good morning");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  const requests = page.getByRole("listbox", { name: "Requests" }).getByRole("option");
  const response = page.getByLabel("Response", { exact: true });
  const frame = response.getByText("artifactUpdate · echo");
  await frame.click();
  await response.getByText('"good morning"').first().waitFor();
  await page.getByRole("button", { name: "Raw" }).click();
  await response.getByText(/^id: 1\ndata: \{"jsonrpc"/).waitFor();
  await page.getByRole("button", { name: "Request", exact: true }).click();
  await page.getByRole("button", { name: "Raw" }).click();
  await page.getByText(/^JSON-RPC SendStreamingMessage · id /).waitFor();
  expect(await requests.last().textContent()).toMatch(/SendStreamingMessage.* kB/);

  const wire = page.getByLabel("Wire", { exact: true });
  await wire.getByLabel("Method").selectOption("card");
  await expect.poll(() => requests.count()).toBe(1);
  await wire.getByLabel("Status").selectOption("failed");
  await wire.getByText("No request matches the filters.").waitFor();
  await wire.getByLabel("Status").selectOption("");
  await wire.getByLabel("Method").selectOption("");

  await showPanel(page, "Conformance");
  await page.getByRole("button", { name: "Run the checks" }).click();
  await page.getByText("1 passed, 0 failed, 0 skipped").waitFor();
  await expect.poll(() => requests.count()).toBe(2);
  await wire.getByRole("button", { name: "Conformance 1" }).click();
  await expect.poll(() => requests.count()).toBe(1);
  await wire.getByRole("button", { name: "Clear" }).click();
  await wire.getByText("0 requests").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it("reads the events of a stream in any pieces, with comments", () => {
  const text = ': hi\n\nid: 7\nevent: task\ndata: {"a":\ndata: 1}\n\ndata: rest';
  for (let cut = 1; cut < text.length; cut++) {
    const frames = framesOf([
      { at: 1, text: text.slice(0, cut) },
      { at: 2, text: text.slice(cut) },
    ]);
    expect(frames.map(({ at: _, ...frame }) => frame)).toEqual([
      { id: undefined, event: undefined, data: "hi", isComment: true },
      { id: "7", event: "task", data: '{"a":\n1}', isComment: false },
      { id: undefined, event: undefined, data: "rest", isComment: false },
    ]);
  }
});
