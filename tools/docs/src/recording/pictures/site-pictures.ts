import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import type { Format } from "./inspector-pictures.ts";

const dist = fileURLToPath(new URL("../../../site/dist", import.meta.url));
const PAGES = { front: "", guide: "first-agent.html", cookbook: "cookbook.html", api: "api/client/index-1.html" };
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Takes pictures of key pages of the site, if `npm run docs` has built it. Returns whether it has. */
export async function takeSite(browser: Browser, { theme, width, height }: Format, folder: string): Promise<boolean> {
  if (!existsSync(join(dist, "index.html"))) return false;
  const server = createServer(({ url = "/" }, response) => {
    const path = new URL(url, "http://site").pathname;
    const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
    readFile(file).then(
      (body) => response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/json" }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server has one
  // Without motion, the recording shows its end.
  const context = await browser.newContext({
    colorScheme: theme,
    viewport: { width, height },
    reducedMotion: "reduce",
  });
  for (const [name, path] of Object.entries(PAGES)) {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}/${path}`, { waitUntil: "networkidle" });
    await page.screenshot({ path: join(folder, `site-${name}-${theme}-${width}.png`), fullPage: name === "front" });
    await page.close();
  }
  await context.close();
  server.closeAllConnections();
  server.close();
  return true;
}
