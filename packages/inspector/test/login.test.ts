import { type RunningInspector, serveInspector } from "@a2a/inspector";
import { jwt } from "@a2a/server/jwt";
import type { RunningAgent } from "@a2a/server/node";
import type { SecurityScheme } from "@a2a/types";
import type { Browser, Page } from "playwright-core";
import type { AuthorizationServer } from "test-kit/authorization-server";
import { openPage, say, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveTestAgent } from "./support/agent.ts";
import { serveIssuer } from "./support/issuer.ts";

let browser: Browser;
let issuer: AuthorizationServer;
let byCode: RunningAgent;
let byDevice: RunningAgent;
let inspector: RunningInspector;

const withLogin = (name: string, scheme: SecurityScheme) =>
  serveTestAgent({
    card: { name },
    auth: [{ ...jwt({ issuer: issuer.issuer, audience: "urn:desk", jwks: issuer.jwks }), name: "login", scheme }],
    async *executor({ caller }) {
      yield `Good morning, ${caller.subject}.`;
    },
  });

beforeAll(async () => {
  issuer = await serveIssuer({ resources: { "urn:desk": "ask" } });
  const { authorizationUrl, tokenUrl, deviceUrl } = issuer;
  const code = { authorizationCode: { authorizationUrl, tokenUrl, scopes: { ask: "" } } };
  const device = { deviceCode: { deviceAuthorizationUrl: deviceUrl, tokenUrl, scopes: { ask: "" } } };
  [browser, byCode, byDevice] = await Promise.all([
    startBrowser(),
    withLogin("Desk", { oauth2SecurityScheme: { flows: code } }),
    withLogin("Kiosk", { oauth2SecurityScheme: { flows: device } }),
  ]);
  inspector = await serveInspector({ agents: [], anyAddress: true });
});

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await Promise.all([byCode, byDevice].map((agent) => agent?.close({ drainMs: 0 })));
  await issuer?.[Symbol.asyncDispose]();
});

async function beginLogin(page: Page, agent: RunningAgent): Promise<void> {
  await page.getByLabel("Agent", { exact: true }).fill(agent.url);
  await page.getByLabel("Credentials").selectOption("OAuth login");
  await page.getByLabel("Client id").fill("page");
  await page.getByRole("button", { name: "Connect" }).click();
}

it("logs in on the page of the authorization server that the card names, with PKCE", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  const before = issuer.granted.length;
  await beginLogin(page, byCode);
  const notice = page.getByRole("status").filter({ hasText: "for a token from 127.0.0.1" });
  const link = notice.getByRole("link", { name: `Log in at ${new URL(issuer.issuer).host}` });
  expect(await link.getAttribute("href")).toMatch(/code_challenge_method=S256/);
  const [login] = await Promise.all([context.waitForEvent("page"), link.click()]);
  await login.getByText("You can close this page and return to the inspector.").waitFor();
  await login.close();
  await page.getByRole("heading", { name: "Desk" }).first().waitFor();
  await expect.poll(() => notice.count()).toBe(0);
  await say(page, "hello");
  await page.getByLabel("Chat").getByText("Good morning, ann.").first().waitFor();
  expect(issuer.granted.slice(before)).toEqual(["authorization_code"]);
  // Another connection to the agent uses the token of the session, which no request shows.
  await page.getByLabel("Binding").selectOption("HTTP+JSON");
  await page.getByText("1.0 · HTTP+JSON").waitFor();
  expect(issuer.granted.slice(before)).toEqual(["authorization_code"]);
  expect(await page.content()).not.toMatch(/eyJ[\w-]{20}/);
  expect(problems).toEqual([]);
  await context.close();
});

it("logs in with a device code", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  await beginLogin(page, byDevice);
  const notice = page.getByRole("status").filter({ hasText: "and enter" });
  const code = (await notice.locator("code").textContent()) ?? "";
  const [login] = await Promise.all([context.waitForEvent("page"), notice.getByRole("link").click()]);
  await login.locator("input[name=user_code]").fill(code);
  await login.getByRole("button", { name: "Continue" }).click();
  await login.getByRole("button", { name: "Continue" }).click();
  await login.getByText("Done").waitFor();
  await login.close();
  await page.getByRole("heading", { name: "Kiosk" }).first().waitFor({ timeout: 15_000 });
  await say(page, "hello");
  await page.getByLabel("Chat").getByText("Good morning, ann.").first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it("gives up a login that the user cancels, and takes no browser that it does not expect", async () => {
  const { page, context, problems } = await openPage(browser, inspector.url);
  const { authorizationUrl, tokenUrl } = issuer;
  const flows = { authorizationCode: { authorizationUrl, tokenUrl, scopes: {} } };
  const fresh = await withLogin("Fresh", { oauth2SecurityScheme: { flows } });
  await beginLogin(page, fresh);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alert").getByText("the login was canceled").waitFor();
  const stray = await fetch(new URL("/login?state=guessed&code=c", inspector.url));
  expect([stray.status, await stray.text()]).toEqual([404, expect.stringContaining("No login is waiting")]);
  expect(problems.filter((problem) => !problem.includes("422"))).toEqual([]);
  await context.close();
  await fresh.close({ drainMs: 0 });
});
