import { serveInspector } from "@a2a/inspector";
import { serveOfficial as serve0_2 } from "interop/src/official/v0_2.ts";
import { serveOfficial as serve0_3 } from "interop/src/official/v0_3.ts";
import { serveOfficial as serve1_0 } from "interop/src/official/v1_0.ts";
import type { Browser } from "playwright-core";
import { openPage, say, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { serveTestAgent } from "./support/agent.ts";

let browser: Browser;
beforeAll(async () => {
  // The official servers report every refusal of theirs.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  vi.restoreAllMocks();
});

it.each([
  ["our server", "1.0", serveTestAgent],
  ["our server", "0.3", serveTestAgent],
  ["our server", "0.2", serveTestAgent],
  ["our server", "0.1", serveTestAgent],
  ["the official SDK", "1.0", serve1_0],
  ["the official SDK", "0.3", serve0_3],
  ["the official SDK", "0.2", serve0_2],
] as const)("shows an agent of %s in %s, in every panel", async (_, version, start) => {
  await using agent = await start();
  const isOurs = start === serveTestAgent;
  await using inspector = await serveInspector({ agents: [{ name: "agent", url: agent.url }], agent: "agent" });
  const { page, context, problems } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await page.getByLabel("Protocol version").selectOption(version);
  await page.getByText(`${version} · JSONRPC`).waitFor();

  await say(page, "good morning");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await page.getByLabel("Chat").getByText("good morning").nth(1).waitFor();
  const timeline = page.getByLabel("Timeline");
  const rows = timeline.getByRole("listbox", { name: "Events" }).getByRole("option");
  await rows.filter({ hasText: "artifact" }).first().waitFor();
  expect(await rows.first().textContent()).toContain(version);
  const sent = page.getByRole("listbox", { name: "Requests" }).getByRole("option");
  await sent.filter({ hasText: /SendStreamingMessage|message\/stream|tasks\/sendSubscribe/ }).waitFor();
  const id = String(await timeline.locator("button.id").getAttribute("title"));

  await showPanel(page, "Artifacts");
  await page.getByLabel("Artifacts").getByText("good morning").first().waitFor();

  await showPanel(page, "Tasks");
  // Versions before 1.0 have no list: the tasks of the session are shown.
  await page.getByRole("listitem").filter({ hasText: "good morning" }).getByTitle(id).waitFor();
  if (version !== "1.0") await page.getByRole("alert").getByText(version).waitFor();
  await page.getByLabel("Task id").fill(id);
  await page.getByRole("button", { name: "Open" }).click();
  // The official servers keep no log: an ended task is added as it stands to the events that were seen.
  if (isOurs) await page.getByText(/^(4 \/ 4|5 \/ 5)$/).waitFor();
  else
    await rows
      .last()
      .filter({ hasText: /task.*completed/ })
      .waitFor();

  await showPanel(page, "Card");
  await page.getByText("Signature absent").waitFor();
  await page.getByRole("button", { name: "Source" }).click();
  await page.getByRole("listbox", { name: "Card" }).getByText("description").first().waitFor();

  await showPanel(page, "Conversation");
  await page.getByRole("button", { name: "New conversation" }).click();
  await say(page, isOurs ? "ask" : "hold");
  await page.getByRole("button", { name: "Cancel task" }).waitFor();
  await showPanel(page, "Push");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: /Delete the webhook/ }).waitFor();
  await showPanel(page, "Conversation");
  await page.getByRole("button", { name: "Cancel task" }).click();
  await page.getByLabel("Chat").getByText("canceled").waitFor();
  await showPanel(page, "Push");
  // The bodies of 0.2 and 0.3 are the same.
  const delivered = page.getByLabel("Deliveries").locator("summary");
  const shown = delivered.filter({ hasText: version === "0.2" ? "0.3" : version });
  // The official SDK of 0.2 keeps webhooks and posts nothing to them.
  if (isOurs || version !== "0.2") await shown.first().waitFor();
  // The refused list is one of them; the browser reports every refusal.
  expect(problems.filter((problem) => !/status of 422/.test(problem))).toEqual([]);
  await context.close();
});
