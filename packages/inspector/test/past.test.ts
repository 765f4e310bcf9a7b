import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

let browser: Browser;
let agent: RunningAgent;
let inspector: RunningInspector;

beforeAll(async () => {
  [browser, agent] = await Promise.all([startBrowser(), serveTestAgent()]);
  inspector = await serveInspector({ agents: [{ name: "harbour", url: agent.url }], agent: "harbour" });
});

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await agent?.close({ drainMs: 0 });
});

it("shows the conversation, the artifacts, the task and the wire as they were at an event", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await say(page, "slowly");
  await page.getByRole("note", { name: "Question" }).waitFor();
  await say(page, "Dover");
  const chat = page.getByLabel("Chat");
  await chat.getByText("You said Dover.").waitFor();
  await chat.getByText("completed").waitFor();
  const wire = page.getByRole("listbox", { name: "Requests" });
  await expect.poll(() => wire.getByText("SendStreamingMessage", { exact: true }).count()).toBe(2);

  await page.getByRole("listbox", { name: "Events" }).getByText("Waiting for the tide").click();
  await page.getByText(/^The page shows the past:/).waitFor();
  await expect.poll(() => chat.getByText("Dover").count()).toBe(0);
  expect(await chat.getByText("High water.").count()).toBe(0);
  await chat.getByText("Waiting for the tide").waitFor();
  await page.getByLabel("Timeline").locator(".pane-head").getByText("working", { exact: true }).waitFor();
  await expect.poll(() => wire.getByText("SendStreamingMessage", { exact: true }).count()).toBe(1);
  await wire.getByText("open", { exact: true }).waitFor();
  const response = page.getByLabel("Response", { exact: true });
  await response.getByText("statusUpdate · working").waitFor();
  expect(await response.getByText("artifactUpdate · tide").count()).toBe(0);
  await showPanel(page, "Artifacts");
  await page.getByText("No artifacts").waitFor();

  await page.getByRole("button", { name: "Later" }).click();
  await page.getByLabel("Artifacts").getByText("High water.").waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByLabel("Artifacts").getByText("You said Dover.").waitFor();
  await expect.poll(() => wire.getByText("SendStreamingMessage", { exact: true }).count()).toBe(2);
  expect(problems).toEqual([]);
  await context.close();
});

it("links to a task and an event, and leads back to them after a reload", async () => {
  const { page, context } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await say(page, "events 3");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await page.getByRole("listbox", { name: "Events" }).getByText("line 2").click();
  await page.getByText("Task as of row").waitFor();
  const [position] = /\d+/.exec((await page.getByText(/^Task as of row/).textContent()) ?? "") ?? [];
  await expect.poll(() => new URL(page.url()).hash).toContain(`event=${position}`);
  expect(page.url()).not.toContain("token");
  await page.reload();
  await page.getByText(`Task as of row ${position}`).waitFor();
  await page.getByLabel("Chat").getByText("line 1 line 2").waitFor();

  // The same place in a page without a past of its own.
  const link = new URL(page.url());
  const other = await serveInspector({ agents: [{ name: "harbour", url: agent.url }] });
  const fresh = await openPage(browser, `${other.url}&${link.hash.slice(1)}`);
  await fresh.page.getByText(`Task as of row ${position}`).waitFor();
  await fresh.context.close();
  await other.close();
  await context.close();
});

it("does not connect to an address that only a link names", async () => {
  const any = await serveInspector({ agents: [], anyAddress: true });
  const { page, context } = await openPage(browser, `${any.url}&agent=${encodeURIComponent(agent.url)}`);
  await expect.poll(() => page.getByLabel("Agent", { exact: true }).inputValue()).toBe(agent.url);
  await page.getByText("No agent is connected").first().waitFor();
  expect(await page.getByText("0 requests").count()).toBe(1);
  await context.close();
  await any.close();
});
