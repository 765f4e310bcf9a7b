import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveInspector } from "@a2a/inspector";
import { kill, type RunningResearcher, startResearcher } from "../start-researcher.ts";
import { serveOrderTracker, serveRefundDesk } from "./agents/refund-desk.ts";

/** The agents of the pictures, and the pages that show them. */
export interface Scene extends AsyncDisposable {
  /** All agents, with a button that kills the researcher. */
  readonly inspector: string;
  /** `a2a inspect`, which has the conformance checks. */
  readonly command: string;
  /** The page of the refund desk's own server, which has its metrics. */
  readonly server: string;
}

/** Starts the agents and the pages. */
export async function startScene(): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), "a2a-pictures-"));
  const database = join(folder, "researcher.db");
  const [desk, tracker] = await Promise.all([serveRefundDesk(), serveOrderTracker()]);
  let researcher = await startResearcher(database, "0");
  const { url } = researcher;
  const inspector = await serveInspector({
    agents: [
      { name: "researcher", url },
      { name: "refund-desk", url: desk.url },
      { name: "order-tracker", url: tracker.url },
    ],
    agent: "researcher",
    anyAddress: true,
    actions: {
      kill: {
        label: "Kill the researcher",
        async run() {
          await kill(researcher.child);
          researcher = await startResearcher(database, new URL(url).port);
        },
      },
    },
  });
  const command = await startCommand(desk.url, folder);
  return {
    inspector: inspector.url,
    command: command.url,
    server: desk.inspectorUrl ?? "",
    async [Symbol.asyncDispose]() {
      await inspector.close();
      await Promise.all([
        kill(researcher.child),
        kill(command.child),
        desk.close({ drainMs: 0 }),
        tracker.close({ drainMs: 0 }),
      ]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startCommand(agent: string, folder: string): Promise<RunningResearcher> {
  const script = fileURLToPath(new URL("../../../../../packages/cli/src/main.ts", import.meta.url));
  await writeFile(join(folder, "a2a.config.yaml"), `a2a:\n  clients:\n    refund-desk: { url: ${agent} }\n`);
  const args = ["--conditions=@a2a/source", "--no-warnings", script, "inspect", agent];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], cwd: folder });
  return { child, url: await firstLink(child) };
}

/** The first address with a token that a process prints. */
function firstLink(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      const [link] = /http:\S+#token=\S+/.exec(text) ?? [];
      if (link !== undefined) resolve(link);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("exit", () => reject(new Error(`the inspector ended: ${text}`)));
  });
}
