import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./pages.ts";

/** The top of the home page, taken from the README: its title, the first sentence, and the rest of the first paragraph. */
export interface Introduction {
  readonly name: string;
  readonly text: string;
  readonly tagline: string;
}

/** Reads the title and the first paragraph of the README. */
export function readIntroduction(): Introduction {
  const [title = "", paragraph = ""] = readFileSync(join(root, "README.md"), "utf8").split(/\n{2,}/);
  const plain = paragraph.replaceAll("\n", " ").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
  const [, text = plain, tagline = ""] = /^(.+?)\. (.+)$/.exec(plain) ?? [];
  return { name: title.replace(/^# /, ""), text, tagline };
}
