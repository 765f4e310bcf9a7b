// `npm run new-agent FOLDER [-- --model anthropic] [--store memory]`: a project for an agent in any folder, with the packages of this
// workspace as they would be published. The workspace itself stays as it is.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { mustRun } from "checks/run";
import { packAll } from "checks/tarballs";
import { publishable, readWorkspace } from "checks/workspace";
import { COMMAND_OPTIONS, checkProject, createProject, nextSteps, readCommand } from "create-a2a";

const USAGE = `npm run new-agent FOLDER [-- ${COMMAND_OPTIONS.slice(1)}`;
const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Where the command was entered; npm runs it at the root of the workspace. */
const from = process.env.INIT_CWD ?? process.cwd();
const out = mkdtempSync(join(tmpdir(), "a2a-packed-"));
try {
  const options = await readCommand(process.argv.slice(2));
  if (options === undefined) {
    console.log(USAGE);
  } else {
    const folder = resolve(from, options.folder);
    await checkProject({ ...options, folder });
    const files = await createProject({ ...options, folder, tarballs: await pack() });
    console.log(nextSteps(files, relative(from, folder) || "."));
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\nUsage: ${USAGE}`);
  process.exitCode = 2;
} finally {
  rmSync(out, { recursive: true, force: true });
}

/** The packages that agents use, and those that these need. */
async function pack(): Promise<Record<string, string>> {
  const names = ["types", "bridge", "http", "card", "client", "server", "tool-wrapper", "postgres"];
  const packages = publishable(readWorkspace(root)).filter(({ folder }) =>
    names.includes(folder.slice("packages/".length)),
  );
  console.log("Packing the packages, which are not on npm yet …");
  await mustRun("turbo", ["run", "build", ...packages.map(({ manifest }) => `--filter=${manifest.name}`)], {
    cwd: root,
  });
  return Object.fromEntries(await packAll(root, packages, out));
}
