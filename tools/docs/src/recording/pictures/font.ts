import { readFileSync } from "node:fs";

/**
 * Inter, which the theme of the site brings, as a style, so that pictures look the same on every machine. The pages name it first among
 * the fonts of the system.
 */
export function interFace(): string {
  const font = new URL(
    "../../../node_modules/vitepress/dist/client/theme-default/fonts/inter-roman-latin.woff2",
    import.meta.url,
  );
  const data = readFileSync(font).toString("base64");
  return `@font-face { font-family: Inter; font-weight: 100 900; src: url(data:font/woff2;base64,${data}) format("woff2"); }`;
}
