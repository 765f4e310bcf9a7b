import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository, which is also the folder that VitePress reads. */
export const root: string = fileURLToPath(new URL("../../../..", import.meta.url));

/** The Markdown files that are pages of the site, as glob patterns from the root of the repository. */
const patterns = ["*.md", "docs/*.md", "docs/decisions/*.md", "packages/*/README.md", "tools/docs/site/home.md"];

/** The folder of the API reference, which is generated for each build of the site. */
export const apiFolder = "tools/docs/site/api";

/** The pages of the site, as sorted paths from the root of the repository with forward slashes. */
export function findPages(folder: string = root): string[] {
  return globSync(patterns, { cwd: folder })
    .map((path) => path.split(sep).join("/"))
    .filter((page) => page !== "README.md") // the front page has its own text
    .sort();
}

/** The generated pages of the API reference, in the same form. */
export function findApiPages(folder: string = root): string[] {
  return globSync(`${apiFolder}/**/*.md`, { cwd: folder })
    .map((path) => path.split(sep).join("/"))
    .sort();
}

/** The path of a page on the site: `docs/first-agent.md` becomes `first-agent.md`, a README the index of its folder. */
export function sitePath(page: string): string {
  if (page === "docs/README.md") return "guides.md";
  if (page === "tools/docs/site/home.md" || page === "README.md") return "index.md";
  if (page.startsWith(`${apiFolder}/`)) return `api/${page.slice(apiFolder.length + 1).replace("@a2a/", "")}`;
  const path = page.replace(/^docs\//, "");
  return path.replace(/[^/]+$/, (name) => (name === "README.md" ? "index.md" : name.toLowerCase()));
}

/** The URL of a page below the base of the site. */
export function siteUrl(page: string): string {
  return `/${sitePath(page)
    .replace(/(^|\/)index\.md$/, "$1")
    .replace(/\.md$/, ".html")}`;
}

/** The first heading of a page, without Markdown. */
export function titleOf(page: string): string {
  const [, title = page] = /^# (.+)$/m.exec(readFileSync(join(root, page), "utf8")) ?? [];
  return title.replaceAll("`", "");
}
