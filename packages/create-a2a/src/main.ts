#!/usr/bin/env node
// `npm create a2a my-agent -- --model anthropic`
import { relative } from "node:path";
import { createProject } from "./project/create-project.ts";
import { COMMAND_OPTIONS, nextSteps, readCommand } from "./project/read-command.ts";

const USAGE = `npm create a2a FOLDER [-- ${COMMAND_OPTIONS.slice(1)}`;

try {
  const options = await readCommand(process.argv.slice(2));
  if (options === undefined) console.log(USAGE);
  else console.log(nextSteps(await createProject(options), relative(process.cwd(), options.folder) || "."));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\nUsage: ${USAGE}`);
  process.exitCode = 2;
}
