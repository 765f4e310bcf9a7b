import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import { silentLogger } from "@a2a/types";
import type { Browser } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

let browser: Browser;
let harbour: RunningAgent;
let office: RunningAgent;
let inspector: RunningInspector;

beforeAll(async () => {
  [browser, harbour, office] = await Promise.all([
    startBrowser(),
    serveTestAgent(),
    serveTestAgent({
      logger: silentLogger,
      card: { name: "Office" },
      async *executor() {
        yield "The office is closed.";
      },
    }),
  ]);
  inspector = await serveInspector({
    agents: [
      { name: "harbour", url: harbour.url },
      { name: "office", url: office.url },
    ],
    agent: "harbour",
  });
});

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await harbour?.close({ drainMs: 0 });
  await office?.close({ drainMs: 0 });
});

it("asks several agents side by side, and keeps the conversation with each", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await say(page, "only for the harbour");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await showPanel(page, "Side by side");
  await page.getByRole("button", { name: "Connect it" }).click();
  await page.getByLabel("Message to all").fill("good morning");
  await page.getByRole("button", { name: "Send to 2 agents" }).click();
  const column = (name: string) => page.getByRole("region", { name: new RegExp(`^${name} at `) });
  await column("Office").getByText("The office is closed.").waitFor();
  await expect.poll(() => column("Harbour").getByText("good morning").count()).toBe(2);
  expect(await column("Office").getByText("only for the harbour").count()).toBe(0);

  await column("Office").getByLabel("Ask").uncheck();
  await page.getByLabel("Message to all").fill("and you alone");
  await page.getByRole("button", { name: "Send to one agent" }).click();
  await expect.poll(() => column("Harbour").getByText("and you alone").count()).toBe(2);
  expect(await column("Office").getByText("and you alone").count()).toBe(0);

  await page.getByLabel("Message to all").fill("a long message ".repeat(200));
  await page.getByRole("button", { name: "Send to one agent" }).click();
  const messages = page.getByRole("log", { name: /^Messages of Harbour/ });
  await expect.poll(() => messages.getByText("completed").count()).toBe(4);
  const isAtEnd = () =>
    messages.evaluate((log) => log.scrollTop > 0 && log.scrollTop + log.clientHeight >= log.scrollHeight - 8);
  await expect.poll(isAtEnd).toBe(true);

  const agents = page.getByRole("region", { name: "Agents" });
  await agents.getByRole("button", { name: /Office/ }).click();
  await showPanel(page, "Conversation");
  await page.getByRole("heading", { name: "Office" }).waitFor();
  await page.getByLabel("Chat").getByText("The office is closed.").waitFor();
  await agents.getByRole("button", { name: /Harbour/ }).click();
  await page.getByLabel("Chat").getByText("only for the harbour").first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it("runs commands from the palette and by single keys", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.keyboard.press("Control+k");
  const search = page.getByRole("combobox", { name: "Command" });
  await search.fill("go card");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Findings" }).waitFor();
  await page.keyboard.press("1");
  await page.getByLabel("Messages").waitFor();
  await page.keyboard.press("/");
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-label')")).toBe("Message");
  await page.keyboard.type("events 31");
  expect(await page.getByRole("textbox", { name: "Message" }).inputValue()).toBe("events 31");
  await page.keyboard.press("Enter");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await page.getByRole("listbox", { name: "Events" }).focus();
  await page.keyboard.press("[");
  await page.getByText("Task as of row 33").waitFor();
  await page.keyboard.press("]");
  await page.keyboard.press("l");
  await page.getByText("Task now").waitFor();
  await page.keyboard.press("w");
  await expect.poll(() => page.getByRole("listbox", { name: "Requests" }).count()).toBe(0);
  await page.keyboard.press("t");
  await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  await page.keyboard.press("Control+k");
  await search.fill("office");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Office" }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
