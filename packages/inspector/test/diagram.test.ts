import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import { artifact, textOf } from "@a2a/types";
import type { Browser, Page } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { serve } from "test-kit/loopback";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

let browser: Browser;
let agent: RunningAgent;
let inspector: RunningInspector;

beforeAll(async () => {
  [browser, agent] = await Promise.all([
    startBrowser(),
    serveTestAgent({
      async *executor({ message }) {
        const text = textOf(message);
        const mediaType = text.startsWith("graph") ? "text/vnd.mermaid" : "text/plain";
        yield artifact({ artifactId: "flow", name: "flow", parts: [{ text, mediaType }] });
      },
    }),
  ]);
  inspector = await serveInspector({ agents: [{ name: "harbour", url: agent.url }], agent: "harbour" });
});

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await agent?.close({ drainMs: 0 });
});

/** Asks the agent for a diagram, and shows it in the panel of artifacts. */
async function show(page: Page, source: string): Promise<void> {
  await say(page, source);
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await showPanel(page, "Artifacts");
}

it("draws Mermaid diagrams in a sandbox, in the colors of the page, with a library that other pages do not load", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await say(page, "good morning");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await context.close();

  const next = await openPage(browser, inspector.url, { colorScheme: "dark" });
  await show(next.page, "graph LR\n  Tide --> Harbour");
  const artifacts = next.page.getByLabel("Artifacts");
  const drawing = artifacts.frameLocator("iframe.diagram");
  await drawing.getByText("Harbour", { exact: true }).waitFor();
  await artifacts.getByText("graph LR").waitFor({ state: "detached" });
  const scheme = await drawing
    .locator("html")
    .evaluate((element) => (element as { style?: { colorScheme: string } }).style);
  expect(scheme?.colorScheme).toBe("dark");
  await artifacts.getByRole("button", { name: "Source" }).click();
  await artifacts.getByText("Tide --> Harbour").waitFor();
  expect([...problems, ...next.problems]).toEqual([]);
  expect(loaded).not.toEqual([]);
  expect(loaded.filter((path) => path.includes("diagram"))).toEqual([]);
  await next.context.close();
});

it("lets the diagram of a hostile agent run nothing, load nothing and go nowhere", async () => {
  await using lair = await serve((_, response) => response.end());
  const { page, context } = await openPage(browser, inspector.url);
  const source = [
    "graph LR",
    `  %%{init: {"themeCSS": "* { background: url(${lair.url}/css) }"}}%%`,
    `  a["<img src='${lair.url}/x' onerror='parent.postMessage(1)'><b>Label</b>"] --> b[Harbour]`,
    `  click b href "${lair.url}/" _self`,
  ].join("\n");
  await show(page, source);
  const drawing = page.getByLabel("Artifacts").frameLocator("iframe.diagram");
  await drawing.getByText("Harbour", { exact: true }).click();
  await drawing.getByText("Harbour", { exact: true }).waitFor();
  expect(page.frames().map((frame) => frame.url())).not.toContain(`${lair.url}/`);
  expect(lair.connections).toBe(0);
  await context.close();
});

it("shows the source of a text that is not a diagram, and what is wrong with it", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  await show(page, "graph LR\n  --> -->");
  const artifacts = page.getByLabel("Artifacts");
  await artifacts.getByText(/^Not drawn: Parse error/).waitFor();
  await artifacts.getByText("--> -->").first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
