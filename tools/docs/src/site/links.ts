import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { root, siteUrl } from "./pages.ts";

/**
 * The link of a Markdown file as the site needs it: to a page of the site, or to the file in the repository if that is not a page.
 * Links to other sites and to files that do not exist stay as they are; the build refuses the latter.
 */
export function resolveLink(link: string, from: string, pages: readonly string[], repository: string): string {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(link)) return link;
  const [file = "", heading] = link.split("#");
  const path = posix.join(posix.dirname(from), decodeURIComponent(file)).replace(/\/$/, "");
  const anchor = heading === undefined ? "" : `#${heading}`;
  const page = [path, posix.join(path, "README.md")].find((candidate) => pages.includes(candidate));
  if (page) return siteUrl(page) + anchor;
  if (path.startsWith("..") || !existsSync(join(root, path))) return link;
  const kind = statSync(join(root, path)).isDirectory() ? "tree" : "blob";
  return `${repository}/${kind}/main/${path}${anchor}`;
}

/** HTML whose pictures are addressed as Vite needs it: `docs/a.png` would be a package, `./docs/a.png` is a file. */
export function relativeSources(html: string): string {
  return html.replace(/\b(src|srcset)="(?=[\w-]+[/.])(?![a-z]+:)/g, '$1="./');
}
