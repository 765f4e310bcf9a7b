import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser } from "playwright-core";
import { openPage, startBrowser } from "test-kit/browser";
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

it.each([1440, 390])("moves nothing that is shown while the page connects, %i pixels wide", async (width) => {
  // Once before, so that the page is built and compiled.
  await (await openPage(browser, inspector.url)).context.close();
  const { page, context } = await openPage(browser, inspector.url, { viewport: { width, height: 844 } });
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByRole("heading", { name: "Harbour" }).first().waitFor();
  const entries = (await page.evaluate(
    `new Promise((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries().map((entry) => entry.toJSON())));
      observer.observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve([]), 500);
    })`,
  )) as { value: number; hadRecentInput: boolean }[]; // as Chromium defines them
  const shifts = entries.filter(({ hadRecentInput }) => !hadRecentInput);
  expect(shifts.reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.0005);
  await context.close();
});
