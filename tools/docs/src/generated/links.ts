import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

const generated = new Set(["node_modules", "dist", ".git", ".turbo", ".a2a", "coverage"]);

/** The API reference, which `npm run docs` generates. */
const API = normalize("tools/docs/site/api");

/** The documents of the repository, as paths from its root. */
export function documentsIn(root: string, folder = "."): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = normalize(join(folder, entry.name));
    if (entry.isDirectory()) return generated.has(entry.name) || path === API ? [] : documentsIn(root, path);
    return entry.name.endsWith(".md") ? [path] : [];
  });
}

/** The broken links of a document: to a missing file, or to a missing heading. */
export function deadLinks(root: string, document: string): string[] {
  const path = join(root, document);
  return linksIn(readFileSync(path, "utf8")).filter((link) => {
    const [file = "", heading] = link.split("#");
    const target = file === "" ? path : join(dirname(path), decodeURIComponent(file));
    if (relative(root, target).startsWith("..") || !existsSync(target)) return true;
    return heading !== undefined && !headingsIn(target).includes(heading);
  });
}

/** Every relative link and image. */
function linksIn(markdown: string): string[] {
  const prose = markdown.replace(/^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2 *$/gm, "").replace(/`[^`\n]*`/g, "");
  const inline = [...prose.matchAll(/\]\(\s*<?([^\s)>]+)/g)].map(([, link = ""]) => link);
  const html = [...prose.matchAll(/\b(?:href|src|srcset)="([^"]+)"/g)].map(([, link = ""]) => link);
  return [...inline, ...html].filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link));
}

/** The anchors of a document, as GitHub makes them of its headings; a folder shows its README. */
function headingsIn(target: string): string[] {
  const file = statSync(target).isDirectory() ? join(target, "README.md") : target;
  if (!file.endsWith(".md") || !existsSync(file)) return [];
  const headings = readFileSync(file, "utf8").matchAll(/^#{1,6} +(.+?) *$/gm);
  return [...headings].map(([, text = ""]) => slugify(text));
}

/** The anchor of a heading, as GitHub makes it. */
export function slugify(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
