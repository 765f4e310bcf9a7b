import { serveInspector } from "@a2a/inspector";
import { serveOfficial as serve0_2 } from "interop/src/official/v0_2.ts";
import { serveOfficial as serve0_3 } from "interop/src/official/v0_3.ts";
import { serveOfficial as serve1_0 } from "interop/src/official/v1_0.ts";
import type { Browser } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

it.each([
  ["1.0", serve1_0],
  ["0.3", serve0_3],
  ["0.2", serve0_2],
] as const)("shows an agent of the official SDK in %s", async (version, serveOfficial) => {
  await using agent = await serveOfficial();
  await using inspector = await serveInspector({ agents: [{ name: "official", url: agent.url }], agent: "official" });
  const { page, context, problems } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByLabel("Protocol version").selectOption(version);
  await page.getByText(`${version} · JSONRPC`).waitFor();
  await say(page, "good morning");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  const timeline = page.getByLabel("Timeline");
  await timeline.getByText("status").first().waitFor();
  const id = String(await timeline.locator("code.id").getAttribute("title"));

  // The official servers keep no log: an ended task is shown as it stands.
  await showPanel(page, "Tasks");
  await page.getByLabel("Task id").fill(id);
  await page.getByRole("button", { name: "Open" }).click();
  await page.getByText("1 / 1").waitFor();
  await showPanel(page, "Artifacts");
  await page.getByText("good morning").first().waitFor();
  await showPanel(page, "Card");
  await page.getByText("Signature absent").waitFor();
  await page.getByRole("button", { name: "Source" }).click();
  await page.getByRole("listbox", { name: "Card" }).getByText("description").first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
