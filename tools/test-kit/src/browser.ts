import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

/** Starts Chromium. The flags keep web security on. */
export async function startBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser();
  return chromium.launch({
    executablePath,
    env: Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page that fails the test for any error in its console, and for any request that leaves its own origin. */
export interface Watched {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors, and requests to other origins, so far. */
  readonly problems: string[];
}

/** Opens an address in a context of its own. */
export async function openPage(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const problems: string[] = [];
  const { origin } = new URL(url);
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(message.text());
  });
  page.on("request", (request) => {
    const isOwn = request.url().startsWith(`${origin}/`) || /^(blob|data):/.test(request.url());
    if (!isOwn) problems.push(`requested ${request.url()}`);
  });
  await page.goto(url);
  return { context, page, problems };
}

/** Chooses a panel. */
export async function showPanel(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("button", { name }).click();
}

/** Sends a message as a user does. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^(Message|Answer)$/ }).fill(text);
  await page.keyboard.press("Enter");
}
