import { expect, it } from "vitest";
import { readIntroduction } from "../src/home.ts";
import { relativeSources, resolveLink } from "../src/links.ts";
import { findPages, siteUrl } from "../src/pages.ts";
import { createSidebar } from "../src/sidebar.ts";

const pages = findPages();
const resolve = (link: string, from = "docs/first-agent.md") =>
  resolveLink(link, from, pages, "https://git.example/a2a");

it("lists every page once", () => {
  const links = createSidebar().flatMap(({ items = [] }) => items.map(({ link }) => link));
  const expected = pages.filter((page) => page !== "README.md" && page !== "docs/README.md").map(siteUrl);
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
