import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser, Locator, Page } from "playwright-core";
import { openPage, say, showPanel, startBrowser, type Watched } from "test-kit/browser";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

let browser: Browser;
let agent: RunningAgent;
let inspector: RunningInspector;
let watched: Watched;

async function open(): Promise<Page> {
  watched = await openPage(browser, inspector.url);
  await watched.page.getByRole("heading", { name: "Harbour" }).first().waitFor();
  return watched.page;
}

beforeAll(async () => {
  [browser, agent] = await Promise.all([startBrowser(), serveTestAgent()]);
  inspector = await serveInspector({
    agents: [{ name: "harbour", url: agent.url }],
    agent: "harbour",
    anyAddress: true,
  });
});

afterEach(() => watched.context.close());

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await agent?.close({ drainMs: 0 });
});

it("shows the data of a reply to a form in full", async () => {
  const page = await open();
  await say(page, "form");
  const form = page.getByRole("form", { name: "Form" });
  await form.getByLabel("Nights").fill("2");
  await form.getByLabel("name").fill("Ann");
  await form.getByRole("button", { name: "Answer with this form" }).click();
  await page.getByText('You said {"nights":2,"name":"Ann","power":false}.').first().waitFor();
  const reply = page.getByLabel("Messages").locator(".user").nth(1);
  for (const text of ['"nights"', '"Ann"', "false"]) await expect.poll(() => isInside(reply, text)).toBe(true);
  const box = await reply.boundingBox();
  expect(box?.width).toBeGreaterThan(150);
  expect(box?.height).toBeLessThan(180); // no taller than its lines
});

/** Whether a text lies within the box of its container, horizontally. */
async function isInside(container: Locator, text: string): Promise<boolean> {
  const [outer, inner] = await Promise.all([
    container.boundingBox(),
    container.getByText(text, { exact: false }).first().boundingBox(),
  ]);
  if (outer === null || inner === null) return false;
  return inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width + 1;
}

/** The time of each event since the one before, as the timeline shows it, without those that show none. */
async function deltas(page: Page): Promise<string[]> {
  const shown = await page.getByRole("listbox", { name: "Events" }).locator(".delta").allTextContents();
  return shown.map((text) => text.trim());
}

/** The agent pauses for 400 ms between two events; on a busy machine, less of that lies between their arrivals. */
const tookTime = (shown: readonly string[]) => shown.some((text) => /^\+([5-9]\d|\d{3}) ms$|^\+[\d.]+ s$/.test(text));

it("keeps the time at which each event was first seen, after a cancel and after opening the task again", async () => {
  const page = await open();
  await say(page, "slowly");
  await page.getByRole("note", { name: "Question" }).waitFor();
  const before = await deltas(page);
  expect(tookTime(before)).toBe(true);
  await page.getByRole("button", { name: "Cancel task" }).click();
  await page.getByLabel("Timeline").getByText("canceled").first().waitFor();
  await expect.poll(async () => (await deltas(page)).slice(0, before.length)).toEqual(before);
  const id = String(await page.getByLabel("Timeline").locator("[title].id").first().getAttribute("title"));
  await showPanel(page, "Tasks");
  await page.getByLabel("Task id").fill(id);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("listbox", { name: "Events" }).getByText("canceled").waitFor();
  await expect.poll(async () => (await deltas(page)).slice(0, before.length)).toEqual(before);
});

it("takes the times of a task that it did not see from the agent", async () => {
  const other = await serveInspector({ agents: [{ name: "harbour", url: agent.url }], agent: "harbour" });
  const first = await open();
  await say(first, "slowly");
  await first.getByRole("note", { name: "Question" }).waitFor();
  const id = String(await first.getByLabel("Timeline").locator("[title].id").first().getAttribute("title"));
  const { page, context } = await openPage(browser, other.url);
  await page.getByRole("heading", { name: "Harbour" }).first().waitFor();
  await showPanel(page, "Tasks");
  await page.getByLabel("Task id").fill(id);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByRole("listbox", { name: "Events" }).getByText("input required").waitFor();
  // Statuses carry the agent's time. The time of an artifact is unknown, and not shown as 0.
  const rows = page.getByRole("listbox", { name: "Events" }).getByRole("option");
  expect(tookTime(await deltas(page))).toBe(true);
  expect(await rows.filter({ hasText: "High water" }).locator(".delta").textContent()).toBe("–");
  await context.close();
  await other.close();
});

it("keeps the newest event and the newest text in view while they arrive", async () => {
  const page = await open();
  await say(page, "events 400");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  const rest = (selector: string) =>
    page.evaluate(
      `(() => { const box = document.querySelector(${JSON.stringify(selector)}); return box.scrollHeight - box.clientHeight - box.scrollTop; })()`,
    ) as Promise<number>;
  await expect.poll(() => rest("[role=listbox][aria-label=Events]")).toBeLessThan(4);
  await expect.poll(() => rest("[role=log]")).toBeLessThan(4);
  // The list gets smaller, as when the window does.
  await page.setViewportSize({ width: 1440, height: 620 });
  await expect.poll(() => rest("[role=listbox][aria-label=Events]")).toBeLessThan(4);
  await expect.poll(() => rest("[role=log]")).toBeLessThan(4);
});

it("shows a task that waits for a login as waiting, not as working", async () => {
  const page = await open();
  await say(page, "login");
  const chat = page.getByLabel("Chat");
  await chat.getByText("auth required").waitFor();
  await chat.getByText("Log in to the harbour office").waitFor();
  expect(await chat.getByText("working…").count()).toBe(0);
});

it("does not show the previous agent after a failed connect", async () => {
  const page = await open();
  await say(page, "good morning");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  const closed = await serveTestAgent();
  await closed.close({ drainMs: 0 });
  await page.getByLabel("Agent", { exact: true }).fill(closed.url);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: new URL(closed.url).host })
    .waitFor();
  await expect.poll(() => page.getByRole("main").getByText("Harbour").count()).toBe(0);
  expect(await page.getByText("good morning").count()).toBe(0);
  expect(await page.getByText("1.0 · JSONRPC").count()).toBe(0);
  await showPanel(page, "Card");
  expect(await page.getByText("Knows the tides.").count()).toBe(0);
});

it("sends what was written while connecting to the agent as it was chosen", async () => {
  const page = await open();
  const held = Promise.withResolvers<void>();
  await page.route("**/api/connect", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel("Protocol version").selectOption("0.3");
  await say(page, "good morning");
  held.resolve();
  await page.getByLabel("Chat").getByText("completed").waitFor();
  const events = page.getByLabel("Timeline").getByRole("listbox", { name: "Events" }).getByRole("option");
  expect(await events.first().textContent()).toContain("0.3");
});

it("keeps the newest request in view when several are added before the browser reports that it scrolled", async () => {
  const page = await open();
  const requests = page.getByRole("listbox", { name: "Requests" });
  const sent = requests.getByRole("option").filter({ hasText: "SendStreamingMessage" });
  await say(page, "first");
  await sent.waitFor();
  await requests.locator(".rows-all").evaluate((rows) => {
    const { height } = rows.style;
    rows.style.height = "1000px";
    rows.parentElement?.dispatchEvent(new Event("scroll"));
    rows.style.height = height;
  });
  for (let n = 0; n < 12; n++) {
    await say(page, `message ${n}`);
    await page.getByLabel("Messages").getByText(`message ${n}`, { exact: true }).nth(1).waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
  }
  await expect
    .poll(() => requests.evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop))
    .toBeLessThan(8);
  expect(await requests.evaluate((list) => list.scrollTop)).toBeGreaterThan(0);
});
