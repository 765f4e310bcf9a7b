import type { DefaultTheme } from "vitepress";
import { findPages, siteUrl, titleOf } from "./pages.ts";

/** The sections of the sidebar, and the pages below `docs/` in the order in which a newcomer reads them. */
const sections: Readonly<Record<string, readonly string[]>> = {
  Start: ["install", "first-agent", "model-agent", "calling-agents", "cookbook", "testing"],
  "Build an agent": [
    "questions",
    "progress",
    "files",
    "several-agents",
    "frameworks",
    "auth",
    "durability",
    "versions",
  ],
  "Use agents": ["receiving-files", "webhooks", "tools", "mcp", "browser", "inspector", "gateway"],
  Operate: [
    "deployment",
    "platforms",
    "agentcore",
    "cloud-run",
    "kubernetes",
    "callers",
    "containers",
    "runtimes",
    "scaling",
    "observability",
    "metrics",
    "troubleshooting",
    "faq",
  ],
  Compare: ["guarantees", "comparison", "migration", "other-systems"],
  Reference: [
    "configuration",
    "errors",
    "limits",
    "cli",
    "conformance",
    "mission",
    "interop",
    "gateway-matrix",
    "benchmarks",
  ],
};

/** Whether a page is generated, with tables that need the whole width. */
export function isReference(page: string): boolean {
  return sections.Reference?.some((name) => page === `docs/${name}.md`) ?? false;
}

/** Sections that are closed until the reader opens them. */
const collapsed = new Set(["Reference", "Packages", "Contribute", "Decisions"]);

/**
 * The sidebar, made of the pages that exist. A page that no section names is listed under "More guides", so that none is lost.
 */
export function createSidebar(pages: readonly string[] = findPages()): DefaultTheme.SidebarItem[] {
  const named = Object.entries(sections).map(([text, names]): [string, string[]] => [
    text,
    names.map((name) => `docs/${name}.md`).filter((page) => pages.includes(page)),
  ]);
  const contribute = [
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "docs/your-first-change.md",
    "docs/releasing.md",
    "SECURITY.md",
    "SUPPORT.md",
    "CODE_OF_CONDUCT.md",
  ].filter((page) => pages.includes(page));
  const placed = new Set([...named.flatMap(([, listed]) => listed), ...contribute, "docs/README.md"]);
  const others = pages.filter((page) => /^docs\/[^/]+$/.test(page) && !placed.has(page));
  const within = (folder: string) => pages.filter((page) => page.startsWith(folder));
  const all: [string, string[]][] = [
    ...named,
    ["More guides", others],
    ["Packages", within("packages/")],
    ["Contribute", contribute],
    ["Decisions", within("docs/decisions/")],
  ];
  return all.filter(([, listed]) => listed.length > 0).map(([text, listed]) => createSection(text, listed));
}

/** The sidebar of the API reference: a section for each package, with its entry points. */
export function createApiSidebar(pages: readonly string[]): DefaultTheme.SidebarItem[] {
  const packages = Map.groupBy(
    pages.filter((page) => page !== "tools/docs/site/api/index.md"),
    (page) => packageOf(page),
  );
  return [
    { text: "Guides", link: "/guides.html" },
    ...[...packages].map(([name, listed]) => ({
      text: name,
      collapsed: true,
      items: listed
        .toSorted((a, b) => rankOf(a) - rankOf(b))
        .map((page) => ({ text: entryOf(page, name), link: siteUrl(page) })),
    })),
  ];
}

/** The list of entry points comes first, then the main one. */
function rankOf(page: string): number {
  return page.endsWith("/index.md") ? 0 : page.endsWith("/index-1.md") ? 1 : 2;
}

function packageOf(page: string): string {
  const [, name = page] = /^tools\/docs\/site\/api\/((?:@a2a\/)?[^/]+)/.exec(page) ?? [];
  return name.replace(/\.md$/, "");
}

/** The entry point that a page describes, as it is imported. */
function entryOf(page: string, name: string): string {
  const entry = page.replace(/\.md$/, "").slice(`tools/docs/site/api/${name}/`.length);
  if (entry === "index") return "Overview";
  return entry === "index-1" || entry === "" ? name : `${name}/${entry}`;
}

function createSection(text: string, pages: readonly string[]): DefaultTheme.SidebarItem {
  return {
    text,
    items: pages.map((page) => ({ text: titleOf(page), link: siteUrl(page) })),
    ...(collapsed.has(text) && { collapsed: true }),
  };
}
