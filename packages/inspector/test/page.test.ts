import { readFile } from "node:fs/promises";
import { type RunningInspector, serveInspector } from "@a2a/inspector";
import type { RunningAgent } from "@a2a/server/node";
import type { Browser, Page } from "playwright-core";
import { openPage, say, showPanel, startBrowser, type Watched } from "test-kit/browser";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
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

afterEach(async () => {
  expect(watched.problems).toEqual([]);
  await watched.context.close();
});

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await agent?.close({ drainMs: 0 });
});

describe("a conversation", () => {
  it("goes over HTTP+JSON", async () => {
    const page = await open();
    await page.getByLabel("Binding").selectOption("HTTP+JSON");
    await page.getByText("1.0 · HTTP+JSON").waitFor();
    await say(page, "good morning");
    await page.getByLabel("Chat").getByText("completed").waitFor();
    await page.getByRole("listbox", { name: "Requests" }).getByText("message:stream", { exact: true }).waitFor();
  });

  it("sends text, a file and JSON in one message", async () => {
    const page = await open();
    await page.setInputFiles("input[type=file]", {
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("from a file"),
    });
    await page.getByRole("button", { name: "Add JSON" }).click();
    await page.getByLabel("JSON part").fill('{"amount": 50000}');
    await say(page, "all of it");
    const chat = page.getByLabel("Chat");
    await chat.getByText("completed").waitFor();
    await expect.poll(() => chat.getByText("from a file").count()).toBe(2);
    await expect.poll(() => chat.getByText("50000").count()).toBe(2);
  });

  it("answers a question within its task", async () => {
    const page = await open();
    await say(page, "ask");
    await page.getByRole("note", { name: "Question" }).getByText("Which port?").waitFor();
    await page.getByLabel("Answer").fill("Dover");
    await page.getByRole("button", { name: "Answer" }).click();
    await page.getByText("You said Dover.").first().waitFor();
  });

  it("answers a question by the form that its schema describes", async () => {
    const page = await open();
    await say(page, "form");
    const form = page.getByRole("form", { name: "Form" });
    const submit = form.getByRole("button", { name: "Answer with this form" });
    await form.getByLabel("Nights").fill("0");
    await submit.click();
    // Still there: the browser holds the form back until it fits.
    expect(await form.locator(":invalid").count()).toBe(2);
    await form.getByLabel("Nights").fill("2");
    await form.getByLabel("name").fill("Ann");
    await form.getByLabel("side").selectOption("port");
    await form.getByLabel("power").check();
    await form.getByLabel("guests").fill('["Bo", ');
    await submit.click();
    await form.getByText("guests: expected JSON").waitFor();
    await form.getByLabel("guests").fill('["Bo"]');
    await submit.click();
    const answer = '{"nights":2,"name":"Ann","side":"port","power":true,"guests":["Bo"]}';
    await page.getByText(`You said ${answer}.`).first().waitFor();
  });

  it("cancels a task", async () => {
    const page = await open();
    await say(page, "hang");
    await page.getByRole("button", { name: "Cancel task" }).click();
    await page.getByLabel("Chat").getByText("canceled").waitFor();
  });
});

it("travels in time: the task as it was at any event", async () => {
  const page = await open();
  await page.setViewportSize({ width: 1440, height: 1200 });
  await say(page, "events 4");
  const timeline = page.getByLabel("Timeline");
  await timeline.getByText("completed").first().waitFor();
  await timeline.getByRole("listbox", { name: "Events" }).getByText("line 2").click();
  await timeline.getByText("Task as of row").waitFor();
  const task = timeline.getByRole("listbox", { name: "Task" });
  await expect.poll(() => task.textContent()).toContain("line 2");
  expect(await task.textContent()).not.toContain("line 3");
  await timeline.getByRole("button", { name: "Go to the newest" }).click();
  await expect.poll(() => task.textContent()).toContain("COMPLETED");
});

it("shows artifacts by their type, and foreign HTML in a sandbox", async () => {
  const page = await open();
  await say(page, "files");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await showPanel(page, "Artifacts");
  await page.getByRole("listitem").getByText("high").waitFor();
  await page.getByRole("cell", { name: "Dover, east" }).waitFor();
  await page.getByRole("img", { name: "pixel.png" }).waitFor();
  await page.getByRole("link", { name: "https://tides.example/table" }).waitFor();
  await page.getByText("Mermaid", { exact: true }).waitFor();
  await page.getByText("1 page", { exact: true }).waitFor();
  const surface = page.getByRole("group", { name: "A2UI surface berth" });
  // Text of an agent is text: its tags are shown.
  await surface.getByText("<b>Berth 7</b> is free").waitFor();
  expect(await surface.getByRole("button", { name: "Book it" }).isDisabled()).toBe(true);
  const frame = page.locator("iframe.foreign");
  expect(await frame.getAttribute("sandbox")).toBe("");
  await frame.contentFrame().getByText("Foreign").waitFor();
});

it("lists tasks, filters them, and opens one with its whole log", async () => {
  const page = await open();
  await say(page, "events 3");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  const id = await page.getByLabel("Timeline").locator("button.id").getAttribute("title");
  await say(page, "ask");
  await page.getByRole("note", { name: "Question" }).waitFor();
  await showPanel(page, "Tasks");
  await page.getByLabel("State").selectOption("TASK_STATE_COMPLETED");
  const task = page.getByRole("listitem").filter({ has: page.getByTitle(String(id)) });
  await task.waitFor();
  await expect.poll(() => page.getByRole("listitem").filter({ hasText: "input required" }).count()).toBe(0);
  await task.getByRole("button", { name: "events 3" }).click();
  const rows = page.getByRole("listbox", { name: "Events" });
  await rows.getByText("line 3").waitFor();
  await rows.getByText("line 1").waitFor();
});

it("registers a webhook and shows its deliveries", async () => {
  const page = await open();
  await say(page, "ask");
  await page.getByRole("note", { name: "Question" }).waitFor();
  await showPanel(page, "Push");
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("button", { name: /Delete the webhook/ }).waitFor();
  await showPanel(page, "Conversation");
  await say(page, "Dover");
  await page.getByText("You said Dover.").first().waitFor();
  await showPanel(page, "Push");
  await page.getByLabel("Deliveries").getByText("artifactUpdate").first().waitFor();
});

it("copies requests as commands, and exports them as HAR with credentials masked", async () => {
  const page = await open();
  await watched.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByLabel("Credentials").selectOption("header");
  await page.getByLabel("Header").fill("X-Harbour");
  await page.getByLabel("Value").fill("top-secret-value");
  await page.getByRole("button", { name: "Connect" }).click();
  await say(page, "it's high water");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await page.getByRole("button", { name: "Copy as a2a command" }).click();
  await page.getByText("Copied").waitFor();
  const command = await page.evaluate("navigator.clipboard.readText()");
  expect(command).toContain(`a2a send --agent-card ${agent.url} --a2a-version 1.0 --text 'it'\\''s high water'`);
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toContain("curl --no-buffer -X POST");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export HAR" }).click(),
  ]);
  const har = await readFile(await download.path(), "utf8");
  expect(JSON.parse(har)).toMatchObject({ log: { version: "1.2" } });
  expect(har).toContain("SendStreamingMessage");
  expect(har).not.toContain("top-secret-value");
  expect(await page.content()).not.toContain("top-secret-value");
});

it("is the page of a server, and shows its metrics", async () => {
  const served = await serveTestAgent({ inspector: true });
  watched = await openPage(browser, served.inspectorUrl ?? "");
  const { page } = watched;
  await page.getByRole("button", { name: "Send" }).waitFor();
  await say(page, "good morning");
  await page.getByLabel("Chat").getByText("completed").waitFor();
  await showPanel(page, "Metrics");
  const calls = page.getByRole("row").filter({ hasText: "a2a.server.operation.duration" });
  await calls.getByRole("cell", { name: "sendStreamingMessage · JSONRPC · 1.0", exact: true }).waitFor();
  await page.getByRole("row").filter({ hasText: "a2a.server.turn.duration" }).getByText("ms").first().waitFor();
  expect(watched.problems).toEqual([]);
  // After this, the console reports that the stream has ended with the server.
  await page.close();
  await served.close({ drainMs: 0 });
});
