import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { openPage, say, showPanel } from "test-kit/browser";
import { interFace } from "./font.ts";
import type { Scene } from "./scene.ts";

/** How a picture is taken. */
export interface Format {
  readonly theme: "light" | "dark";
  readonly width: number;
  readonly height: number;
}

export const formats: readonly Format[] = (["light", "dark"] as const).flatMap((theme) => [
  { theme, width: 1440, height: 900 },
  { theme, width: 390, height: 844 },
]);

/** Takes a picture of every panel, in one format. */
export async function takePanels(browser: Browser, scene: Scene, format: Format, folder: string): Promise<void> {
  const shot = shooter(folder, format);
  await withPage(browser, scene.inspector, format, async (page) => {
    await page.getByRole("heading", { name: "Researcher" }).first().waitFor();
    await shot(page, "01-start");
    await research(page);
    await shot(page, "02-conversation");
    await page.getByRole("button", { name: "Waterfall" }).click();
    await page.getByLabel("Waterfall", { exact: true }).scrollIntoViewIfNeeded();
    await shot(page, "03-waterfall");
    await page.getByRole("button", { name: "Log", exact: true }).click();
    await page.getByRole("option").filter({ hasText: "#6" }).first().click();
    await shot(page, "04-time-travel");
    await page.getByRole("button", { name: "Back to now" }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).waitFor();
    await shot(page, "05-commands");
    await page.keyboard.press("Escape");
    await connectToAll(page);
    await page
      .getByRole("region", { name: /^Researcher at / })
      .getByLabel("Ask")
      .uncheck(); // it would wait to be killed
    await page.getByLabel("Message to all").fill("Where is order A-1042?");
    await page.keyboard.press("Enter");
    await page.getByLabel("Order Tracker").getByText("completed").waitFor();
    await page.getByLabel("Refund Desk").getByText("completed").waitFor();
    await shot(page, "06-side-by-side");
    await showPanel(page, "Tasks");
    await page.locator(".task").first().waitFor();
    await shot(page, "07-tasks");
  });
  await withPage(browser, scene.command, format, async (page) => {
    await page.getByRole("heading", { name: "Refund Desk" }).first().waitFor();
    await say(page, "I want a refund for my order");
    const form = page.getByRole("form", { name: "Form" });
    await form.getByLabel("Order number").fill("A-1042");
    await shot(page, "08-form");
    await form.getByLabel("Reason").selectOption("damaged");
    await form.getByRole("button").click();
    await page.getByLabel("Chat").getByText("completed").waitFor();
    await shot(page, "09-form-answered");
    await say(page, "Write the refund report of this week");
    await page.getByLabel("Chat").getByText("completed").nth(1).waitFor();
    await showPanel(page, "Artifacts");
    await page.getByRole("img", { name: "chart.png" }).waitFor();
    await shot(page, "10-artifacts");
    const diagram = page.getByLabel("Artifacts").locator("iframe.diagram");
    await page.getByLabel("Artifacts").getByText("Mermaid", { exact: true }).scrollIntoViewIfNeeded();
    await diagram.contentFrame().locator("svg").waitFor();
    await diagram.scrollIntoViewIfNeeded();
    await shot(page, "10-diagram");
    await showPanel(page, "Card");
    await shot(page, "11-card");
    await showPanel(page, "Push");
    await page.getByRole("button", { name: "Register" }).click();
    await page
      .getByRole("button", { name: /Delete the webhook/ })
      .first()
      .waitFor();
    await shot(page, "12-push");
    await showPanel(page, "Conformance");
    await shot(page, "13-conformance-empty");
    await page.getByRole("button", { name: "Run the checks" }).click();
    await page.getByText("Running…").waitFor();
    await page.getByText("Running…").waitFor({ state: "hidden", timeout: 60_000 });
    await shot(page, "14-conformance");
    await showPanel(page, "Conversation");
    await page.getByRole("button", { name: "New conversation" }).click();
    await say(page, "Pay back 240 € for A-1060");
    const login = page.getByRole("form", { name: "Login" });
    await login.getByLabel("Client id").fill("shop-desk");
    await shot(page, "17-login");
    await login.getByRole("button").click();
    await login.getByRole("link").waitFor();
    await shot(page, "18-login-page");
  });
  await withPage(browser, scene.server, format, async (page) => {
    await page.getByRole("button", { name: "Send" }).waitFor();
    await say(page, "Where is my refund for A-1042? I want a refund.");
    await page.getByRole("note", { name: "Question" }).waitFor();
    await showPanel(page, "Metrics");
    await page.getByRole("row").nth(3).waitFor();
    await shot(page, "15-metrics");
    const requests = page.getByRole("listbox", { name: "Requests" });
    if (!(await requests.isVisible())) await page.getByRole("button", { name: "Wire", exact: true }).click();
    await requests.getByText("SendStreamingMessage").click();
    await shot(page, "16-wire");
  });
}

/** Takes the picture of the README and the guide, at twice the resolution. */
export async function takeDocumentPicture(
  browser: Browser,
  scene: Scene,
  theme: Format["theme"],
  folder: string,
): Promise<void> {
  const format = { theme, width: 1320, height: 825 };
  await withPage(
    browser,
    scene.inspector,
    format,
    async (page) => {
      await page.getByRole("heading", { name: "Researcher" }).first().waitFor();
      if ((await page.getByRole("button", { name: "New conversation" }).count()) > 0) {
        await page.getByRole("button", { name: "New conversation" }).click();
      }
      await research(page);
      await page.getByRole("button", { name: "Waterfall" }).click();
      await page.mouse.move(2, 2);
      await page.screenshot({ path: join(folder, `inspector-${theme}.png`) });
    },
    2,
  );
}

/** A conversation with the researcher, which is killed in the middle. */
export async function research(page: Page): Promise<void> {
  await say(page, "How is battery storage developing in Europe?");
  const events = page.getByRole("listbox", { name: "Events" });
  await page.getByLabel("Chat").getByText("Permits").waitFor();
  await page.getByRole("button", { name: "Kill the researcher" }).click();
  await page.getByLabel("Chat").getByText("completed").waitFor({ timeout: 30_000 });
  await events.getByText("completed").last().waitFor();
}

async function connectToAll(page: Page): Promise<void> {
  await showPanel(page, "Side by side");
  const more = page.getByRole("button", { name: /^Connect (all|it)$/ });
  if ((await more.count()) > 0) await more.click();
  await page.getByLabel("Order Tracker").first().waitFor();
  await page.getByLabel("Refund Desk").first().waitFor();
}

async function withPage(
  browser: Browser,
  url: string,
  format: Format,
  work: (page: Page) => Promise<void>,
  deviceScaleFactor = 1,
): Promise<void> {
  const { theme, width, height } = format;
  // The page allows no foreign styles, and so none with a font.
  const options = { colorScheme: theme, viewport: { width, height }, bypassCSP: true, deviceScaleFactor };
  const { page, context, problems } = await openPage(browser, url, options);
  await page.addStyleTag({ content: interFace() });
  try {
    await work(page);
  } catch (error) {
    await page.screenshot({ path: join(tmpdir(), "a2a-pictures-failure.png") });
    throw error;
  }
  if (problems.length > 0) throw new Error(`the page reports: ${problems.join("\n")}`);
  await context.close();
}

function shooter(folder: string, { theme, width }: Format): (page: Page, name: string) => Promise<void> {
  return async (page, name) => {
    await page.mouse.move(2, 2);
    // Until the fonts are drawn, and what follows the newest content has scrolled.
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`) });
  };
}
