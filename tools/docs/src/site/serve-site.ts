import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type Loopback, serve } from "test-kit/loopback";

const dist = fileURLToPath(new URL("../../site/dist", import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** Pages of each kind, by name: pictures are taken of them, and they are measured. */
export const sitePages: Readonly<Record<string, string>> = {
  front: "",
  guides: "guides.html",
  guide: "first-agent.html",
  cookbook: "cookbook.html",
  table: "configuration.html",
  package: "packages/client/",
  api: "api/client/index-1.html",
};

/** Serves the site that `npm run docs` has built, as static hosts do. */
export async function serveSite(): Promise<Loopback> {
  if (!existsSync(join(dist, "index.html"))) throw new Error("the site is not built: run npm run docs first");
  return serve(async ({ url = "/" }, response) => {
    const path = new URL(url, "http://site").pathname;
    const file = join(dist, path.endsWith("/") ? `${path}index.html` : path);
    const body = await readFile(file).catch(() => undefined);
    if (body === undefined) return response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? "application/json";
    return response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip" }).end(gzipSync(body));
  });
}
