import { existsSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServeOptions } from "@a2a/server/node";
import type { AgentExecutor } from "@a2a/types";
import { UsageError } from "../cli/failure.ts";

/** An agent as a module exports it, or as it is put together from flags. */
export type LoadedAgent = Partial<ServeOptions> & Pick<ServeOptions, "card" | "executor">;

const EXPECTED =
  "its default export has to be an agent (async function* (turn) { … }), or { card, executor, … } as serve() takes it";

/**
 * Loads the agent that a module exports: an `AgentExecutor`, beside which the module may export its `card`, or everything that
 * `serve()` takes. An agent without a card is called as its file is.
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
  if (!hasName(agent.card)) throw new UsageError(`${path}: the card of the agent has no name; ${EXPECTED}`);
  return { ...agent, card: agent.card, executor: agent.executor };
}

async function load(file: string, path: string): Promise<Record<string, unknown>> {
  if (!existsSync(file)) throw new UsageError(`${path}: there is no such module`);
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>; // whatever it exports is looked at
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${path} cannot be loaded: ${reason}`, { cause });
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
