#!/usr/bin/env node
// `npm create a2a my-agent -- --model anthropic`
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { askOptions } from "./project/ask-options.ts";
import { createProject } from "./project/create-project.ts";
import { type ModelProvider, modelProviders, type StoreKind, storeKinds } from "./project/options.ts";

const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
const USAGE = `npm create a2a FOLDER [-- --model ${modelProviders.join("|")}] [--store ${storeKinds.join("|")}] [--name NAME]`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      model: { type: "string" },
      store: { type: "string" },
      name: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [folder, ...others] = positionals;
  if (values.help) {
    console.log(USAGE);
  } else if (others.length > 0 || (folder === undefined && !isTerminal)) {
    throw new TypeError(`expected one folder, found ${positionals.length}`);
  } else {
    const { model, store, name } = values;
    const given = {
      ...(name !== undefined && { name }),
      // Other values are refused with the list of these.
      ...(model !== undefined && { model: model as ModelProvider }),
      ...(store !== undefined && { store: store as StoreKind }),
    };
    const terminal = { input: process.stdin, output: process.stdout };
    const options = folder === undefined ? await askOptions(given, terminal) : { ...given, folder };
    const files = await createProject(options);
    const place = relative(process.cwd(), options.folder) || ".";
    console.log(`Created ${files.length} files in ${place}. Next:\n`);
    console.log(`  cd ${place}\n  npm install\n  npm test\n  npm start`);
  }
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\nUsage: ${USAGE}`);
  process.exitCode = 2;
}
