import { connect } from "@a2a/client";
import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import { createMessage } from "@a2a/types";
import type { Browser } from "playwright-core";
import { openPage, showPanel, startBrowser } from "test-kit/browser";
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

it("lists the tasks of all callers at once, by conversation, and keeps up with them", async () => {
  const caller = await connect(agent.url);
  const contextId = "harbour-office";
  const first = await caller.send(createMessage("hello from the office", { contextId }));
  await caller.send(createMessage("hello again", { contextId }));
  const { page, context, problems } = await openPage(browser, inspector.url);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await showPanel(page, "Tasks");
  const tasks = page.getByLabel("List of tasks");
  await tasks.getByRole("button", { name: "hello from the office" }).waitFor();
  const group = tasks.getByRole("list").filter({ hasText: "2 tasks in conversation" });
  expect(await group.getByRole("button", { name: /^hello/ }).allTextContents()).toEqual([
    "hello again",
    "hello from the office",
  ]);
  await group
    .getByText(/^\d+ ms$/)
    .first()
    .waitFor();

  // Another caller begins a task, and later ends it.
  const asked = await caller.send("ask for a berth");
  const fresh = tasks.getByRole("listitem").filter({ hasText: "ask for a berth" });
  await fresh.getByText("input required").waitFor();
  const id = "task" in asked ? asked.task.id : "";
  await caller.cancelTask(id);
  await fresh.getByText("canceled").waitFor();
  // The page refreshes the list on its own: its requests are kept apart.
  await page.getByRole("button", { name: /^Background/ }).waitFor();
  const requests = page.getByRole("listbox", { name: "Requests" });
  expect(await requests.getByText("ListTasks", { exact: true }).count()).toBe(1);

  await page.getByLabel("Search").fill("office");
  await expect.poll(() => tasks.getByRole("button", { name: "ask for a berth" }).count()).toBe(0);
  const listed = tasks.getByRole("listitem").filter({ hasText: "hello from the office" });
  const short = listed.locator("button.id");
  const whole = "task" in first ? first.task.id : "";
  expect(await short.textContent()).toBe(whole.slice(-8));
  await short.click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe(whole);
  await listed.getByRole("button", { name: "hello from the office" }).click();
  await page.getByRole("listbox", { name: "Events" }).getByText("Thinking").waitFor();
  await showPanel(page, "Tasks");
  await tasks.getByRole("listitem").filter({ hasText: "hello from the office" }).getByText("4 events").waitFor();
  expect(problems).toEqual([]);
  await context.close();
  await caller.close();
});
