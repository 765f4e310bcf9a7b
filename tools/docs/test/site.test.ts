import { expect, it } from "vitest";
import { readIntroduction } from "../src/site/home.ts";
import { relativeSources, resolveLink } from "../src/site/links.ts";
import { findPages, siteUrl } from "../src/site/pages.ts";
import { readProofs } from "../src/site/proofs.ts";
import { boostDocument } from "../src/site/search.ts";
import { createApiSidebar, createSidebar } from "../src/site/sidebar.ts";

const pages = findPages();
const resolve = (link: string, from = "docs/first-agent.md") =>
  resolveLink(link, from, pages, "https://git.example/a2a");

it("lists every page once", () => {
  const links = createSidebar().flatMap(({ items = [] }) => items.map(({ link }) => link));
  const unlisted = ["docs/README.md", "tools/docs/site/home.md"];
  const expected = pages.filter((page) => !unlisted.includes(page)).map(siteUrl);
  expect(links.toSorted()).toEqual(expected.toSorted());
});

it("lists only pages that exist, and those that no section names", () => {
  const sidebar = createSidebar(["docs/auth.md", "docs/faq.md", "docs/README.md"]);
  expect(sidebar.map(({ text, items }) => [text, items?.map(({ link }) => link)])).toEqual([
    ["Build an agent", ["/auth.html"]],
    ["Operate", ["/faq.html"]],
  ]);
  const decision = "docs/decisions/030-vitepress.md";
  expect(createSidebar([decision])).toMatchObject([{ text: "Decisions", collapsed: true }]);
});

it("turns links between files into links between pages", () => {
  expect(resolve("auth.md#ownership")).toBe("/auth.html#ownership");
  expect(resolve("../packages/server")).toBe("/packages/server/");
  expect(resolve("../packages/client/README.md#the-smallest-client")).toBe("/packages/client/#the-smallest-client");
  expect(resolve("docs/README.md", "README.md")).toBe("/guides.html");
  expect(resolve("../ARCHITECTURE.md")).toBe("/architecture.html");
});

it("links files that are no pages to the repository", () => {
  expect(resolve("../packages/server/src/node.ts")).toBe(
    "https://git.example/a2a/blob/main/packages/server/src/node.ts",
  );
  expect(resolve("../packages")).toBe("https://git.example/a2a/tree/main/packages");
});

it("leaves other links as they are, so that the build finds dead ones", () => {
  for (const link of ["https://a.example/x.md", "#yields", "nowhere.md", "../../outside.md"])
    expect(resolve(link)).toBe(link);
});

it("addresses pictures in HTML as files", () => {
  const sources = '<source srcset="docs/a.png"><img src="./b.png"><img src="https://a.example/c.png">';
  expect(relativeSources(sources)).toBe(sources.replace("docs/a.png", "./docs/a.png"));
});

it("takes the top of the home page from the README", () => {
  const { name, text, tagline } = readIntroduction();
  expect(name).toBe("a2a");
  expect(text).not.toMatch(/[[\]\n.]/);
  expect(tagline).toMatch(/^[A-Z].*\.$/);
});

it("takes the numbers of the front page from the generated pages", () => {
  const proofs = readProofs();
  expect(proofs).toHaveLength(4);
  for (const { value, text } of proofs) expect(`${value} ${text}`).toMatch(/\d/);
  const [requirements, throughput, languages] = proofs.map(({ value }) => Number.parseFloat(value));
  expect(requirements).toBeGreaterThan(100);
  expect(throughput).toBeGreaterThan(0);
  expect(languages).toBeGreaterThan(1);
});

it("lists the entry points of each package as they are imported", () => {
  const api = ["index", "@a2a/client/webhook", "@a2a/client/index", "@a2a/client/index-1", "@a2a/postgres"];
  const sidebar = createApiSidebar(api.map((name) => `tools/docs/site/api/${name}.md`));
  expect(sidebar.map(({ text, items = [] }) => [text, ...items.map((item) => `${item.text} ${item.link}`)])).toEqual([
    ["Guides"],
    [
      "@a2a/client",
      "Overview /api/client/",
      "@a2a/client /api/client/index-1.html",
      "@a2a/client/webhook /api/client/webhook.html",
    ],
    ["@a2a/postgres", "@a2a/postgres /api/postgres.html"],
  ]);
});

it("ranks guides before the API reference, generated tables and decision records in search results", () => {
  const ranked = [
    "/durability.html#crashes",
    "/api/server/node.html#serve",
    "/conformance.html",
    "/decisions/003-a.html#why",
  ];
  const boosts = ranked.map((id) => boostDocument(id));
  expect(boosts).toEqual(boosts.toSorted((a, b) => b - a));
  expect(new Set(boosts).size).toBe(4);
  expect(boostDocument("/webhooks.html#webhooks", "", { titles: [] })).toBeGreaterThan(
    boostDocument("/auth.html#webhooks", "", { titles: ["Authentication"] }),
  );
  // It is sent to the browser as text.
  expect(new Function(`return (${boostDocument.toString()})("/decisions/x")`)()).toBe(boostDocument("/decisions/x"));
});
