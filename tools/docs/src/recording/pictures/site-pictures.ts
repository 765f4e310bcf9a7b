import { join } from "node:path";
import type { Browser } from "playwright-core";
import { serveSite, sitePages } from "../../site/serve-site.ts";
import type { Format } from "./inspector-pictures.ts";

/** Takes pictures of key pages of the site, of its search and of its menu. */
export async function takeSite(browser: Browser, { theme, width, height }: Format, folder: string): Promise<void> {
  await using site = await serveSite();
  // Without motion, the recording shows its end.
  const viewport = { width, height };
  const context = await browser.newContext({ colorScheme: theme, viewport, reducedMotion: "reduce" });
  const shot = (name: string) => ({ path: join(folder, `site-${name}-${theme}-${width}.png`) });
  for (const [name, path] of Object.entries(sitePages)) {
    const page = await context.newPage();
    await page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" });
    await page.screenshot({ ...shot(name), fullPage: name === "front" });
    if (name === "guide") {
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill("webhook");
      await page.getByRole("option").nth(3).waitFor();
      await page.screenshot(shot("search"));
    }
    await page.close();
  }
  await context.close();
}
