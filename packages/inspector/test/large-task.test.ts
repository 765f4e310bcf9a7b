import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser, Page } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { scrollByWheel } from "test-kit/scrolling";
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

/** Has the agent make a task of so many chunks, and opens it from its log. */
async function openTask(page: Page, chunks: number): Promise<void> {
  await say(page, `events ${chunks}`);
  await page.getByText(new RegExp(`^${chunks + 3} / ${chunks + 3}$`)).waitFor();
  const id = String(await page.getByLabel("Timeline").locator("button.id").getAttribute("title"));
  await showPanel(page, "Tasks");
  await page.getByLabel("Task id").fill(id);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText(new RegExp(`^${chunks + 3} / ${chunks + 3}$`)).waitFor();
}

it("scrolls through 5,000 events with as few rows, and as little work for each turn of the wheel, as through 50", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await openTask(page, 50);
  const few = await scrollByWheel(page, "Events", -60, 15);
  await openTask(page, 5_000);
  const many = await scrollByWheel(page, "Events", -60, 15);
  // How far a list was scrolled by then depends on how busy the machine is, so that rows are compared by the way.
  expect(Math.min(few.distance, many.distance)).toBeGreaterThan(300);
  expect(many.changedRows / many.distance).toBeLessThan((1.5 * few.changedRows) / few.distance);
  // A row may be in view by half at either end.
  expect(many.maxRows).toBeLessThanOrEqual(few.maxRows + 1);
  // However far a turn of the wheel goes, the rows in view and the margins are all that is drawn.
  const far = await scrollByWheel(page, "Events", -15_000, 5);
  expect(far.distance).toBeGreaterThan(5_000);
  expect(far.maxRows).toBeLessThan(60);
  expect(problems).toEqual([]);
  await context.close();
});

it("stays where somebody has scrolled to while events are added", async () => {
  const { page, context } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await say(page, "report 50");
  await page.getByRole("note", { name: "Question" }).waitFor();
  const scrolled = async () =>
    (await page.evaluate("document.querySelector('[role=listbox][aria-label=Events]').scrollTop")) as number;
  await expect.poll(scrolled).toBeGreaterThan(600);
  await scrollByWheel(page, "Events", -60, 5);
  const before = await scrolled();
  await say(page, "yes");
  await page.getByText("You said yes.").first().waitFor();
  await page.getByLabel("Timeline").getByText("completed").first().waitFor();
  // The browser may still be scrolling up; down is where the list would jump.
  expect(await scrolled()).toBeLessThanOrEqual(before);
  await context.close();
});
