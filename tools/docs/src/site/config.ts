import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type MarkdownOptions } from "vitepress";
import { slugify } from "../generated/links.ts";
import { readIntroduction } from "./home.ts";
import { relativeSources, resolveLink } from "./links.ts";
import { apiFolder, findApiPages, findPages, root, sitePath, siteUrl } from "./pages.ts";
import { frameworks, readProofs } from "./proofs.ts";
import { boostDocument } from "./search.ts";
import { createApiSidebar, createSidebar, isReference } from "./sidebar.ts";

/** The path of the site on its host; `SITE_BASE` sets it. */
export const base: string = process.env.SITE_BASE ?? "/";

const theme = join(root, "tools/docs/site/.vitepress/theme");
const repository = repositoryUrl();
const pages = [...findPages(), ...findApiPages()];
const { name, text, tagline } = readIntroduction();
const apiReference = { text: "API reference", link: "/api/index.html" };

/** The configuration of the site. The sources of its pages are the Markdown files of the repository, as they are. */
export const config: ReturnType<typeof defineConfig> = defineConfig({
  title: name,
  description: `${text}.`,
  lang: "en",
  base,
  srcDir: root,
  outDir: join(root, "tools/docs/site/dist"),
  cacheDir: join(root, "tools/docs/node_modules/.cache/vitepress"),
  srcExclude: [
    "README.md",
    "apps/**",
    "tools/!(docs)/**",
    "tools/docs/!(site)/**",
    "packages/*/*/**",
    "packages/*/!(README).md",
  ],
  rewrites: sitePath,
  metaChunk: true,
  markdown: {
    anchor: { slugify },
    config: adaptMarkdown,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  transformHtml: completeHtml,
  transformHead({ assets }) {
    const font = assets.find((asset) => asset.endsWith(".woff2"));
    return font === undefined
      ? []
      : [["link", { rel: "preload", href: font, as: "font", type: "font/woff2", crossorigin: "" }]];
  },
  vite: {
    // https://vitepress.dev/guide/extending-default-theme#overriding-internal-components
    resolve: {
      alias: [
        { find: /^.*\/VPSidebarItem\.vue$/, replacement: `${theme}/SidebarItem.vue` },
        { find: /^\.\/VPNavBarSearchButton\.vue$/, replacement: `${theme}/SearchButton.vue` },
      ],
    },
  },
  transformPageData(page) {
    if (page.filePath === "tools/docs/site/home.md") {
      Object.assign(page.frontmatter, {
        hero: createHero(),
        recording: readRecording(),
        proofs: readProofs(),
        frameworks,
      });
    }
    if (page.filePath.startsWith(apiFolder)) Object.assign(page.frontmatter, { editLink: false, outline: [2, 3] });
    if (isReference(page.filePath)) Object.assign(page.frontmatter, { aside: false, pageClass: "reference" });
  },
  themeConfig: {
    nav: [
      { text: "Guides", link: "/guides.html" },
      { text: "Reference", link: siteUrl("docs/configuration.md") },
      apiReference,
    ],
    sidebar: { "/api/": createApiSidebar(findApiPages()), "/": createSidebar(findPages()) },
    outline: [2, 3],
    search: {
      provider: "local",
      options: {
        miniSearch: { searchOptions: { boostDocument } },
      },
    },
    socialLinks: [{ icon: "github", link: repository }],
    editLink: { pattern: `${repository}/edit/main/:path`, text: "Edit this page" },
    footer: { message: "Apache-2.0" },
  },
});

function createHero(): object {
  return {
    name,
    text,
    tagline,
    actions: [
      { theme: "brand", text: "Your first agent", link: siteUrl("docs/first-agent.md") },
      { theme: "alt", text: "Calling agents", link: siteUrl("docs/calling-agents.md") },
      { theme: "alt", text: "Compare", link: siteUrl("docs/comparison.md") },
    ],
  };
}

/**
 * Completes the theme's HTML: the class of pages with a sidebar, which it sets too late to avoid a layout shift, and the main landmark of
 * the front page.
 */
function completeHtml(html: string): string {
  const withSidebar = html.includes('class="VPSidebar"')
    ? html.replace('class="VPNavBar"', 'class="VPNavBar has-sidebar"')
    : html;
  return withSidebar.replace('class="VPHome"', 'class="VPHome" role="main"');
}

/** The recording as an address with its content: the front page shows it without another request. */
function readRecording(): string {
  return `data:image/svg+xml,${encodeURIComponent(readFileSync(join(root, "docs/images/hero.svg"), "utf8"))}`;
}

/** Adapts links so that they work here as on GitHub, and makes empty headings of tables plain cells. */
function adaptMarkdown(markdown: Parameters<NonNullable<MarkdownOptions["config"]>>[0]): void {
  markdown.core.ruler.push("repository-links", ({ tokens, env }) => {
    const from = String(env.realPath ?? env.path).slice(root.length);
    for (const token of tokens.flatMap((block) => [block, ...(block.children ?? [])])) {
      if (token.type.startsWith("html")) token.content = relativeSources(token.content);
      const link = token.attrGet("href");
      if (link !== null) token.attrSet("href", resolveLink(link, from, pages, repository));
    }
  });
  markdown.core.ruler.push("empty-headings", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== "th_open" || tokens[index + 1]?.content !== "") continue;
      for (const cell of [token, tokens[index + 2]]) if (cell) cell.tag = "td";
    }
  });
}

function repositoryUrl(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  if (typeof manifest === "object" && manifest && "repository" in manifest) return String(manifest.repository);
  throw new Error("package.json does not name the repository");
}
