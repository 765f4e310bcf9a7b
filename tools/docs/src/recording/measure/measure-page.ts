import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** The measurements of a page. */
export interface Measured {
  /** The violations that axe-core finds. */
  readonly findings: readonly string[];
  /** How far content moved that was already shown, as Chromium scores it: 0 is not at all. */
  readonly shift: number;
  /** When the first content was painted, in milliseconds from the navigation. */
  readonly paintMs: number;
}

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Measures a page as it is shown. */
export async function measurePage(page: Page): Promise<Measured> {
  const entries = (type: string) =>
    page.evaluate(
      `new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => resolve(list.getEntries().map((entry) => entry.toJSON())));
        observer.observe({ type: ${JSON.stringify(type)}, buffered: true });
        setTimeout(() => resolve([]), 300);
      })`,
    ) as Promise<readonly { name: string; startTime: number; value?: number; hadRecentInput?: boolean }[]>; // as browsers define them
  const paints = await entries("paint");
  const shifts = (await entries("layout-shift")).filter(({ hadRecentInput }) => !hadRecentInput);
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run()")) as {
    violations: readonly { id: string; nodes: readonly { html: string }[] }[];
  };
  return {
    findings: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" ")}`),
    shift: shifts.reduce((sum, { value = 0 }) => sum + value, 0),
    paintMs: paints.find(({ name }) => name === "first-contentful-paint")?.startTime ?? Number.POSITIVE_INFINITY,
  };
}
