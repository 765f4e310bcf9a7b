import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServeOptions } from "@a2a/server/node";
import type { AgentExecutor } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";

/** An agent from a module or from flags. */
export type LoadedAgent = Partial<ServeOptions> & Pick<ServeOptions, "card" | "executor">;

const EXPECTED =
  "the default export must be an agent (async function* (turn) { … }) or the options of serve(), { card, executor, … }";

/**
 * Loads the default export of a module: an `AgentExecutor`, with an optional export `card`, or the options of `serve()`. Without a
 * card the agent is named after its file.
 */
export async function loadAgent(path: string): Promise<LoadedAgent> {
  const file = resolve(path);
  const loaded = await load(file, path);
  const agent = loaded.default;
  if (isExecutor(agent)) {
    const card = hasName(loaded.card) ? loaded.card : { name: basename(file, extname(file)) };
    return { card, executor: agent };
  }
  if (!isRecord(agent) || !isExecutor(agent.executor)) throw new UsageError(`${path}: ${EXPECTED}`);
  if (!hasName(agent.card)) throw new UsageError(`${path}: the card needs a name; ${EXPECTED}`);
  return { ...agent, card: agent.card, executor: agent.executor };
}

async function load(file: string, path: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) throw new UsageError(`${path}: no such file`);
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>; // its exports are checked by the caller
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`cannot load ${path}: ${reason}`, { cause });
  }
}

function isExecutor(value: unknown): value is AgentExecutor {
  return typeof value === "function";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function hasName(value: unknown): value is ServeOptions["card"] {
  return isRecord(value) && typeof value.name === "string" && value.name !== "";
}
