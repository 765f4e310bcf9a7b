import { serveInspector } from "@a2a/inspector";
import { serve } from "@a2a/server/node";
import { artifact, createMessage, silentLogger, textOf } from "@a2a/types";
import { openPage, showPanel, startBrowser } from "test-kit/browser";
import { scrollByWheel } from "test-kit/scrolling";
import type { Benchmark, Contestant, Figures } from "../benchmark.ts";

/** How often the wheel is turned. */
const TURNS = 15;

/** Opening a task in the inspector, in Chromium, and scrolling through its events by the wheel. */
export default {
  title: "a task of 5,000 events in the inspector, compared with one of 50",
  baseline: "50 events",
  contestants: [task(50), task(5_000)],
  targets: [
    { contestant: "5000 events", figure: "work ms/turn of the wheel", atMost: 1.5 },
    { contestant: "5000 events", figure: "rows", atMost: 1 },
  ],
} satisfies Benchmark;

function task(chunks: number): Contestant {
  return {
    name: `${chunks} events`,
    operations: TURNS,
    async setup() {
      const agent = await serve({
        store: "memory",
        logger: silentLogger,
        card: { name: "Reporter" },
        async *executor({ message }) {
          for (let n = 0; n < Number(textOf(message)); n++) {
            const line = { artifactId: "log", name: "log", parts: [{ text: `line ${n + 1} ` }] };
            yield artifact(line, n > 0 ? { append: true } : {});
          }
          return undefined;
        },
      });
      const taskId = await finishedTask(agent.url, chunks);
      const browser = await startBrowser();
      return {
        run: () => measure(browser, agent.url, taskId, chunks),
        async teardown() {
          await browser.close();
          await agent.close({ drainMs: 0 });
        },
      };
    },
  };
}

async function finishedTask(url: string, chunks: number): Promise<string> {
  const params = { message: createMessage(String(chunks)) };
  const response = await fetch(new URL("/a2a", url), {
    method: "POST",
    headers: { "Content-Type": "application/json", "A2A-Version": "1.0" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params }),
  });
  const { result } = (await response.json()) as { result: { task: { id: string } } }; // as 1.0 answers
  return result.task.id;
}

/** In a page of its own, so that nothing of the rounds before is left. */
async function measure(
  browser: Awaited<ReturnType<typeof startBrowser>>,
  url: string,
  taskId: string,
  chunks: number,
): Promise<Figures> {
  await using inspector = await serveInspector({ agents: [{ name: "reporter", url }], agent: "reporter" });
  const { page, context } = await openPage(browser, inspector.url);
  await page.getByRole("button", { name: "Send" }).waitFor();
  await showPanel(page, "Tasks");
  await page.getByLabel("Task id").fill(taskId);
  const begun = performance.now();
  await page.getByRole("button", { name: "Open" }).click();
  const total = chunks + 3; // the task as submitted, two statuses
  await page.getByText(new RegExp(`^${total} / ${total}$`)).waitFor();
  const openMs = performance.now() - begun;
  const { frameMs, workMs, maxRows } = await scrollByWheel(page, "Events", -60, TURNS);
  await context.close();
  return {
    "open ms": openMs,
    "work ms/turn of the wheel": workMs,
    "frame p50 ms": frameMs[Math.floor(frameMs.length / 2)] ?? 0,
    "frame max ms": frameMs.at(-1) ?? 0,
    rows: maxRows,
  };
}
