import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { serveInspector } from "@a2a/inspector";
import { openPage, say, startBrowser } from "test-kit/browser";
import { expect, it } from "vitest";

const IMAGES = fileURLToPath(new URL("../../../docs/images/", import.meta.url));

/** Serves the durable agent in a process of its own, at the port given or a free one. */
async function start(database: string, port = "0"): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL("./support/durable-agent.ts", import.meta.url));
  const child = spawn(process.execPath, ["--conditions=@a2a/source", "--no-warnings", script, port, database], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { child, url };
}

it("shows that a stream resumed after its agent was killed, with no event lost", async () => {
  const folder = await mkdtemp(join(tmpdir(), "a2a-inspector-"));
  const database = join(folder, "agent.db");
  let agent = await start(database);
  const { url } = agent;
  const kill = async () => {
    const exited = once(agent.child, "exit");
    agent.child.kill("SIGKILL");
    await exited;
    agent = await start(database, new URL(url).port);
  };
  await using inspector = await serveInspector({
    agents: [{ name: "researcher", url }],
    agent: "researcher",
    anyAddress: true,
    actions: { kill: { label: "Kill the researcher", run: kill } },
  });
  const browser = await startBrowser();
  try {
    const { page, problems } = await openPage(browser, inspector.url, { colorScheme: "light" });
    await page.getByRole("heading", { name: "Researcher" }).first().waitFor();
    await say(page, "What do the tides of the Channel look like?");
    const events = page.getByRole("listbox", { name: "Events" });
    await events.getByText("Finding 6").waitFor();
    await page.getByRole("button", { name: "Kill the researcher" }).click();
    await events.getByText(/^connection lost/).waitFor();
    const resumed = await events.getByText(/^resumed at event \d+$/).textContent();
    await events.getByText("Finding 12").waitFor();
    await page.getByLabel("Chat").getByText("completed").waitFor();
    const [, number = ""] = /(\d+)/.exec(resumed ?? "") ?? [];
    await events.getByText(`#${number}`, { exact: true }).waitFor();
    for (let n = 1; n <= 12; n++) expect(await events.getByText(`Finding ${n}:`, { exact: false }).count()).toBe(1);
    expect(await page.locator(".event.wrong").count()).toBe(0);
    await page.getByRole("button", { name: "Waterfall" }).click();
    const waterfall = page.getByLabel("Waterfall", { exact: true });
    await waterfall.getByText(/^No connection for /).waitFor();
    await waterfall.getByRole("button", { name: /^step: Resuming after an interruption/ }).waitFor();
    expect(await waterfall.locator(".lane-request .bar-bad").count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    for (const theme of ["light", "dark"]) {
      expect((await stat(join(IMAGES, `inspector-${theme}.png`))).size).toBeLessThan(600_000);
    }
  } finally {
    await browser.close();
    agent.child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
});
