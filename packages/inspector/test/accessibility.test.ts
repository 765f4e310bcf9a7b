import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser, Page } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

const PANELS = ["Conversation", "Tasks", "Artifacts", "Card", "Push", "Conformance", "Metrics", "Side by side"];

let browser: Browser;
let agent: RunningAgent;
let other: RunningAgent;

/** The page of a server has every panel. The real checks run in the page in a test of `packages/cli`, which has them. */
beforeAll(async () => {
  const check = { requirements: ["R-1"], level: "MUST", expected: "an answer" };
  async function* conformance() {
    yield { ...check, name: "answers", outcome: "passed" as const };
    yield {
      ...check,
      name: "refuses",
      outcome: "failed" as const,
      received: "nothing",
      version: "1.0",
      binding: "JSONRPC",
    };
    yield { ...check, name: "lists", outcome: "skipped" as const };
  }
  [browser, other] = await Promise.all([startBrowser(), serveTestAgent()]);
  agent = await serveTestAgent({
    inspector: ({ agents, ...served }) =>
      createInspector({ ...served, agents: [...agents, { name: "other", url: other.url }], conformance }),
  });
});

afterAll(async () => {
  await browser?.close();
  await agent?.close({ drainMs: 0 });
  await other?.close({ drainMs: 0 });
});

const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe-core finds on the page as it stands. The page forbids scripts of others, so that axe runs beside its policy. */
async function violations(page: Page, rules: string): Promise<string[]> {
  const { violations: found } = (await page.evaluate(`axe.run(${rules})`)) as {
    violations: { id: string; nodes: { html: string }[] }[];
  };
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`.slice(0, 500));
}

/** Of all rules, only those about colors can tell one theme from the other. */
const COLORS = '{ runOnly: ["color-contrast", "link-in-text-block"] }';

describe.each([
  { colorScheme: "light", width: 1440, rules: "" },
  { colorScheme: "dark", width: 1440, rules: COLORS },
  { colorScheme: "light", width: 390, rules: "" },
] as const)("in the $colorScheme theme, $width pixels wide", ({ colorScheme, width, rules }) => {
  it("axe-core finds nothing in any panel", async () => {
    const { page, context, problems } = await openPage(browser, agent.inspectorUrl ?? "", {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.evaluate(axeSource);
    await say(page, "files");
    await page.getByLabel("Chat").getByText("completed").waitFor();
    await say(page, "form");
    await page.getByRole("note", { name: "Question" }).waitFor();
    for (const panel of PANELS) {
      await showPanel(page, panel);
      if (panel === "Tasks") {
        await page.getByRole("listitem").first().waitFor();
      } else if (panel === "Push") {
        await page.getByRole("button", { name: "Register" }).click();
        await page
          .getByRole("button", { name: /Delete the webhook/ })
          .first()
          .waitFor();
      } else if (panel === "Conformance") {
        await page.getByRole("button", { name: "Run the checks" }).click();
        await page.getByText("1 passed, 1 failed, 1 skipped").first().waitFor();
      } else if (panel === "Side by side") {
        const more = page.getByRole("button", { name: "Connect it" });
        if ((await more.count()) > 0) await more.click();
        await page.getByRole("button", { name: "Send to 2 agents" }).waitFor();
      } else if (panel === "Metrics") {
        await page.getByRole("row").filter({ hasText: "a2a.server.turn.duration" }).waitFor();
      }
      expect(await violations(page, rules), panel).toEqual([]);
    }
    await showPanel(page, "Conversation");
    await page.getByRole("button", { name: "Waterfall" }).click();
    expect(await violations(page, rules), "waterfall").toEqual([]);
    await page.getByRole("button", { name: /^turn: form/ }).click();
    await page.getByText("The page shows the past").waitFor();
    expect(await violations(page, rules), "past").toEqual([]);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).waitFor();
    expect(await violations(page, rules), "commands").toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
});

/** Presses Tab until the element of that name has the focus. */
async function focusOn(page: Page, name: RegExp): Promise<void> {
  for (let n = 0; n < 80; n++) {
    const label = (await page.evaluate(
      "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? ''",
    )) as string;
    if (name.test(label)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${name}`);
}

it("works by keyboard alone, in every panel", async () => {
  const { page, context, problems } = await openPage(browser, agent.inspectorUrl ?? "");
  await page.getByRole("button", { name: "Send" }).waitFor();
  const press = async (name: RegExp, key = "Enter") => {
    await focusOn(page, name);
    await page.keyboard.press(key);
  };
  await focusOn(page, /^Message$/);
  await page.keyboard.type("events 3");
  await page.keyboard.press("Enter");
  await page.getByLabel("Timeline").getByText("completed").first().waitFor();
  await press(/^Events$/, "Home");
  await page.getByText("Task as of row 1").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.getByText("Task as of row 2").waitFor();
  await page.keyboard.press("End");
  await press(/^Event$/);
  await page.getByRole("listbox", { name: "Event", exact: true }).waitFor();
  await press(/^Requests$/, "End");
  await page.getByRole("button", { name: "Copy as curl" }).waitFor();
  await press(/^Artifacts/);
  await page.getByLabel("Artifacts").getByText("line 1").first().waitFor();
  await press(/^Tasks/);
  await page.getByRole("listitem").first().waitFor();
  await press(/^events 3$/);
  await page.getByRole("listbox", { name: "Events" }).getByText("line 3").waitFor();
  await press(/^Card/);
  await page.getByRole("heading", { name: "Findings" }).waitFor();
  await press(/^Source$/);
  await page.getByRole("listbox", { name: "Card" }).waitFor();
  await press(/^Push/);
  await press(/^Register$/);
  await page.getByRole("button", { name: /Delete the webhook/ }).waitFor();
  await press(/^Delete the webhook/);
  await page.getByRole("button", { name: /Delete the webhook/ }).waitFor({ state: "detached" });
  await press(/^Conformance/);
  await press(/^Run the checks$/);
  await page.getByText("1 passed, 1 failed, 1 skipped").first().waitFor();
  await press(/^Metrics/);
  await page.getByRole("row").filter({ hasText: "a2a.server.turn.duration" }).waitFor();
  await focusOn(page, /^Values$/);
  expect(problems).toEqual([]);
  await context.close();
});
