import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { parseArgs, styleText } from "node:util";
import { withAgents } from "./agents.ts";
import { runDemo } from "./demo.ts";
import { chooseModel } from "./model/choose-model.ts";
import { ProviderError } from "./model/model.ts";
import type { Stage } from "./scenes.ts";

const { values } = parseArgs({
  options: {
    yes: { type: "boolean" },
    serve: { type: "boolean" },
    cluster: { type: "boolean" },
    page: { type: "boolean" },
  },
});
// The tour does without what builds the page, and without PostgreSQL.
if (values.page || values.cluster) installEverything();
if (values.serve) await serveUntilStopped();
else if (values.page) await showPage();
else if (values.cluster) await (await import("./cluster/run-cluster.ts")).runCluster(terminalStage(true));
else await play(values.yes === true || !process.stdin.isTTY);

async function play(answersItself: boolean): Promise<void> {
  try {
    await runDemo(terminalStage(answersItself), (line) => console.log(line), chooseModel(process.env));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    console.error(`${error.message}. Unset the key to run the scripted coordinator.`);
    process.exitCode = 1;
  }
}

/** Prints the transcript. Without a terminal, or with `--yes`, the demo answers questions itself. */
function terminalStage(answersItself: boolean): Stage {
  const live = process.stderr.isTTY === true && process.env.NO_COLOR === undefined;
  const clear = () => {
    if (live) process.stderr.write("\r\x1b[K");
  };
  const bold = (text: string) => styleText("bold", text);
  return {
    scene(title) {
      clear();
      console.log(`\n${bold(title)}`);
    },
    say(who, text) {
      clear();
      console.log(`  ${styleText("cyan", who.padEnd(12))} ${harmless(text)}`);
    },
    async ask(question, answer) {
      if (answersItself) return answer;
      const terminal = createInterface({ input: process.stdin, output: process.stdout });
      try {
        return (await terminal.question(`  ${"you".padEnd(12)} ${question} `)).trim() || answer;
      } finally {
        terminal.close();
      }
    },
    progress(text) {
      if (live) process.stderr.write(`\r\x1b[K  ${text}`);
    },
  };
}

function installEverything(): void {
  const setup = fileURLToPath(new URL("../../../tools/scripts/src/setup.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [setup], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

/** Untrusted text of a model, without control characters. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ");
}

async function serveUntilStopped(): Promise<void> {
  await withAgents(async (agents) => {
    for (const [name, agent] of Object.entries({
      "greeter (all)": agents.greeter,
      "translator (0.1)": agents.translator,
      "tax (0.3)": agents.tax,
      "researcher (1.0)": agents.researcher,
    })) {
      console.log(`${name.padEnd(18)} ${agent.url}`);
    }
    console.log("Press Ctrl-C to stop them.");
    await untilStopped();
  });
}

/** The agents in the inspector. The researcher takes its time, so that it can be killed while it streams. */
async function showPage(): Promise<void> {
  const { servePage } = await import("./page.ts");
  await withAgents(
    async (agents) => {
      const page = await servePage(agents);
      console.log(page.url);
      console.log(
        'Open this link, send the researcher a message, and press "Kill the researcher". Ctrl-C stops the demo.',
      );
      await untilStopped();
      await page.close();
    },
    { findingEveryMs: 400 },
  );
}

async function untilStopped(): Promise<void> {
  await new Promise((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
}
