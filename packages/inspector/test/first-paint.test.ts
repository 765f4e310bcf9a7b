import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser } from "playwright-core";
import { openPage, say, startBrowser } from "test-kit/browser";
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

interface Entry {
  readonly name: string;
  readonly startTime: number;
  readonly value?: number;
  readonly hadRecentInput?: boolean;
}

it.each([1440, 390])("paints within a second and moves nothing that is shown, %i pixels wide", async (width) => {
  // Once before, so that the page is built and compiled.
  await (await openPage(browser, inspector.url)).context.close();
  const { page, context } = await openPage(browser, inspector.url, { viewport: { width, height: 844 } });
  await page.getByRole("button", { name: "Send" }).waitFor();
  await say(page, "good morning");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  const read = (type: string) =>
    page.evaluate(
      `new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().map((entry) => entry.toJSON())));
        observer.observe({ type: ${JSON.stringify(type)}, buffered: true });
        setTimeout(() => resolve([]), 500);
      })`,
    ) as Promise<Entry[]>;
  const paint = (await read("paint")).find(({ name }) => name === "first-contentful-paint");
  expect(paint?.startTime).toBeLessThan(1_000);
  const shifts = (await read("layout-shift")).filter(({ hadRecentInput }) => !hadRecentInput);
  expect(shifts.reduce((sum, { value = 0 }) => sum + value, 0)).toBeLessThan(0.01);
  await context.close();
});
