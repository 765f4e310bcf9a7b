import { serveInspector } from "@a2a/inspector";
import { serve } from "@a2a/server/node";
import { silentLogger, textOf } from "@a2a/types";
import { serveOfficial as serve0_2 } from "interop/src/official/v0_2.ts";
import { openPage, showPanel, startBrowser } from "test-kit/browser";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { conformance } from "../src/conformance/inspector-run.ts";
import { type Served, serveOfficial0_3, serveOfficial1_0 } from "./official-servers.ts";

let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  // The official servers report every refusal of theirs.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  browser = await startBrowser();
});
afterAll(async () => {
  await browser?.close();
  vi.restoreAllMocks();
});

function serveOurs() {
  return serve({
    logger: silentLogger,
    card: { name: "Lighthouse", description: "Repeats what it is told." },
    async *executor({ message }) {
      yield textOf(message);
    },
    store: "memory",
  });
}

/** Its routes, the card's among them, are below one path. */
async function serveOfficial0_2(): Promise<Served> {
  const served = await serve0_2();
  return { ...served, url: `${served.url}/rpc` };
}

it.each<[string, () => Promise<Served>, ...string[]]>([
  ["our server", serveOurs, "1.0 JSONRPC", "0.1 JSONRPC"],
  ["the official SDK of 1.0", serveOfficial1_0, "1.0 JSONRPC", "1.0 HTTP+JSON"],
  ["the official SDK of 0.3", serveOfficial0_3, "0.3 JSONRPC", "0.3 HTTP+JSON"],
  ["the official SDK of 0.2", serveOfficial0_2, "0.2 JSONRPC"],
])("the page runs the conformance checks against %s", async (_, start, ...interfaces) => {
  await using agent = await start();
  const results: { outcome: string }[] = [];
  const ended = Promise.withResolvers<void>();
  await using inspector = await serveInspector({
    agents: [{ name: "agent", url: agent.url }],
    agent: "agent",
    async *conformance(...given) {
      for await (const result of conformance(...given)) {
        results.push(result);
        yield result;
      }
      ended.resolve();
    },
  });
  const { page, context, problems } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await showPanel(page, "Conformance");
  await page.getByRole("button", { name: "Run the checks" }).click();
  await ended.promise;
  const count = (outcome: string) => results.filter((result) => result.outcome === outcome).length;
  await page.getByText(`${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`).waitFor();
  expect(count("passed")).toBeGreaterThan(20);
  if (start === serveOurs) expect(count("failed")).toBe(0);
  expect(
    await page
      .getByRole("row")
      .filter({ hasText: /MUST|SHOULD|MAY/ })
      .count(),
  ).toBe(results.length);
  for (const name of interfaces) await page.getByRole("table", { name }).waitFor();
  await page.getByLabel("failed only").check();
  await expect
    .poll(() =>
      page
        .getByRole("row")
        .filter({ hasText: /MUST|SHOULD|MAY/ })
        .count(),
    )
    .toBe(count("failed"));
  expect(problems).toEqual([]);
  await context.close();
});
