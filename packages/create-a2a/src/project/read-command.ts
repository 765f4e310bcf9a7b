import { parseArgs } from "node:util";
import { askOptions } from "./ask-options.ts";
import { type ModelProvider, modelProviders, type ProjectOptions, type StoreKind, storeKinds } from "./options.ts";

/** The options that commands which create a project have. */
export const COMMAND_OPTIONS = `[--model ${modelProviders.join("|")}] [--store ${storeKinds.join("|")}] [--name NAME]`;

/** Reads the arguments of a command; on a terminal, asks for what is missing. `undefined` when help is asked for. */
export async function readCommand(args: readonly string[]): Promise<ProjectOptions | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      model: { type: "string" },
      store: { type: "string" },
      name: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) return undefined;
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const [folder, ...others] = positionals;
  if (others.length > 0 || (folder === undefined && !isTerminal)) {
    throw new TypeError(`expected one folder, found ${positionals.length}`);
  }
  const { model, store, name } = values;
  const given = {
    ...(name !== undefined && { name }),
    // Other values are refused with the list of these.
    ...(model !== undefined && { model: model as ModelProvider }),
    ...(store !== undefined && { store: store as StoreKind }),
  };
  if (folder !== undefined) return { ...given, folder };
  return await askOptions(given, { input: process.stdin, output: process.stdout });
}

/** The options for a new project. */
export function nextSteps(files: readonly string[], place: string): string {
  return `Created ${files.length} files in ${place}. Next:\n\n  cd ${place}\n  npm install\n  npm test\n  npm start`;
}
