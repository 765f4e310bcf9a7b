import { type RunningInspector, serveInspector } from "@a2a/inspector";
import { jwt } from "@a2a/server/jwt";
import type { RunningAgent } from "@a2a/server/node";
import { requireAuth, status, textOf } from "@a2a/types";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import type { AuthorizationServer } from "test-kit/authorization-server";
import { openPage, say, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";
import { serveIssuer } from "./support/issuer.ts";

let browser: Browser;
let issuer: AuthorizationServer;
let agent: RunningAgent;
let inspector: RunningInspector;

beforeAll(async () => {
  issuer = await serveIssuer({ resources: { "urn:desk": "ask refund wipe" }, refused: "wipe" });
  const { authorizationUrl, tokenUrl, jwks } = issuer;
  const flows = { authorizationCode: { authorizationUrl, tokenUrl, scopes: { ask: "" } } };
  const check = jwt({ issuer: issuer.issuer, audience: "urn:desk", jwks });
  [browser, agent] = await Promise.all([
    startBrowser(),
    serveTestAgent({
      card: { name: "Desk" },
      auth: [{ ...check, name: "login", scheme: { oauth2SecurityScheme: { flows } } }],
      // Asks for the scope that the first message names, until the caller has it.
      async *executor({ message, task, caller: { subject, scopes = [] } }) {
        const text = textOf(message);
        const [first = message] = task.history ?? [];
        const needed = textOf(first);
        if (needed === "visit") yield requireAuth("Connect your bank", { url: "https://bank.example/connect" });
        else if (text === "never mind") yield `Left alone for ${subject}, who has ${scopes.join(" ")}.`;
        else if (scopes.includes(needed)) yield `Done for ${subject}, who has ${scopes.join(" ")}, after "${text}"`;
        else if (needed === "admin") yield status("TASK_STATE_AUTH_REQUIRED", "Log in again");
        else yield requireAuth(`A ${needed} needs your consent`, { scopes: [needed] });
      },
    }),
  ]);
  inspector = await serveInspector({ agents: [], anyAddress: true });
});

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await agent?.close({ drainMs: 0 });
  await issuer?.[Symbol.asyncDispose]();
});

interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
  readonly chat: Locator;
  readonly question: Locator;
}

async function openInspector(): Promise<Opened> {
  const opened = await openPage(browser, inspector.url);
  const { page } = opened;
  await page.getByLabel("Agent", { exact: true }).fill(agent.url);
  return { ...opened, chat: page.getByLabel("Chat"), question: page.getByRole("note", { name: "Question" }) };
}

/** Connects with a token that has one scope. */
async function connectWithToken(): Promise<Opened> {
  const opened = await openInspector();
  const { page } = opened;
  await page.getByLabel("Credentials").selectOption("Bearer token");
  await page.getByLabel("Token").fill(await issuer.issue("ann", "page", "urn:desk", "ask"));
  await page.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { name: "Desk" }).first().waitFor();
  return opened;
}

/** Follows the link to the login page, where the user decides at once. */
async function visitLogin(context: BrowserContext, place: Locator | Page): Promise<void> {
  const link = place.getByRole("link", { name: `Log in at ${new URL(issuer.issuer).host}` });
  const [login] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await login.getByText("You can close this page and return to the inspector.").waitFor();
  await login.close();
}

it("continues a task with the scopes that it asks for, after a login that replaces other credentials", async () => {
  const { page, context, problems, chat, question } = await connectWithToken();
  await say(page, "refund");
  await question.getByText("A refund needs your consent").waitFor();
  await question.getByText("Scopes: refund").waitFor();
  await question.getByLabel("Client id").fill("page");
  await question.getByRole("button", { name: "Log in" }).click();
  await visitLogin(context, question);
  await chat.getByText('Done for ann, who has ask refund, after "I have logged in."').waitFor();
  await chat.getByText("completed").waitFor();
  expect(await question.count()).toBe(0);
  // The stream of the first turn is still open; its events are shown once.
  expect(await chat.getByText("Done for ann").count()).toBe(1);
  // The page knows the client id from now on, and later calls use the new token.
  await page.getByRole("button", { name: "New conversation" }).click();
  await say(page, "admin");
  await question.getByText("Log in again").waitFor();
  expect(await question.getByLabel("Client id").inputValue()).toBe("page");
  await say(page, "never mind");
  await chat.getByText("Left alone for ann, who has ask refund.").waitFor();
  expect(await page.content()).not.toMatch(/eyJ[\w-]{20}/);
  expect(problems).toEqual([]);
  await context.close();
});

it("adds the scopes that a task asks for to those of the login of the connection", async () => {
  const { page, context, problems, chat, question } = await openInspector();
  await page.getByLabel("Credentials").selectOption("OAuth login");
  await page.getByLabel("Client id").fill("page");
  await page.getByRole("button", { name: "Connect" }).click();
  await visitLogin(context, page);
  await page.getByRole("heading", { name: "Desk" }).first().waitFor();
  await say(page, "refund");
  await question.getByRole("button", { name: "Log in" }).click();
  await visitLogin(context, question);
  await chat.getByText('Done for ann, who has ask refund, after "I have logged in."').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it("leaves the task as it was if the user cancels or refuses the login, and says why", async () => {
  const { page, context, problems, chat, question } = await connectWithToken();
  await say(page, "wipe");
  await question.getByLabel("Client id").fill("page");
  await question.getByRole("button", { name: "Log in" }).click();
  await question.getByRole("button", { name: "Cancel" }).click();
  const alert = question.getByRole("alert");
  await alert.getByText("the login was canceled", { exact: true }).waitFor();
  await question.getByRole("button", { name: "Log in" }).click();
  await visitLogin(context, question);
  const reason = `no token from ${issuer.issuer}: access_denied: ann does not grant wipe`;
  await alert.getByText(reason, { exact: true }).waitFor();
  expect(await chat.getByText("auth required").count()).toBe(1);
  expect(await chat.getByText("I have logged in.").count()).toBe(0);
  // The connection keeps its credentials, and does not log in by itself.
  await say(page, "never mind");
  await chat.getByText("Left alone for ann, who has ask.").waitFor();
  expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
  await context.close();
});

it("shows the link of a task that asks for a visit to a page, without a login", async () => {
  const { page, context, problems, question } = await connectWithToken();
  await say(page, "visit");
  await question.getByRole("link", { name: "https://bank.example/connect" }).waitFor();
  await question.getByText("Your next message answers this.").waitFor();
  expect(await question.getByRole("button", { name: "Log in" }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
