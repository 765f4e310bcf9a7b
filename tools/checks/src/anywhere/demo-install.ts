import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Finding } from "../finding.ts";
import { mustRun, run } from "../run.ts";
import { copySources } from "./clone.ts";

const MAX_MEGABYTES = 150;
const LAST_CHECK = "nothing lost, nothing repeated";

/** `npm run demo` in a fresh clone, with the Node of the user: it runs to its end, and installs little. */
export async function checkDemoInstall(root: string): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), "a2a-demo-"));
  try {
    await copySources(root, folder);
    // Without the programs of this workspace, which npm puts in front.
    const path = (process.env.PATH ?? "").split(delimiter).filter((entry) => !entry.includes("node_modules"));
    const { ok, output } = await run("npm", ["run", "demo", "--", "--yes"], {
      cwd: folder,
      env: { ...process.env, PATH: path.join(delimiter) },
      timeoutMs: 300_000,
    });
    const megabytes = Number((await mustRun("du", ["-sm", "node_modules"], { cwd: folder })).split(/\s/)[0]);
    console.log(`  installed: ${megabytes} MB`);
    return [
      ...(ok && output.includes(LAST_CHECK) ? [] : [`the demo failed:\n${output}`]),
      ...(megabytes <= MAX_MEGABYTES ? [] : [`it installed ${megabytes} MB, more than ${MAX_MEGABYTES}`]),
    ].map((message) => ({ file: "apps/demo/package.json", message }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
