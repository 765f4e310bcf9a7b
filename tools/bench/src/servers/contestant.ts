import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Contestant } from "../benchmark.ts";
import { childServer, type Load } from "./child-server.ts";

/** The names of the contestants of most benchmarks. */
export const RAW = "raw node:http";
export const FLOOR = "floor";
export const OURS = "ours";
export const SQLITE = "ours, SQLite";
export const OFFICIAL = "official SDK 1.3, Express";

/** A server in a process of its own that is called in one way. `args` are made anew for each. */
export function served(name: string, script: string, load: Load, args: () => string[] = () => []): Contestant {
  const from = (name: string, path: string): Contestant => ({
    name,
    operations: load.requests,
    setup: () => childServer(path, args(), load),
  });
  const isOurs = script === "ours.ts";
  return {
    ...from(name, script),
    ...(isOurs && {
      elsewhere: (checkout) => from(`${name}, before`, join(checkout, "tools/bench/src/servers", script)),
    }),
  };
}

/** A database of its own. */
export function sqliteStore(): string {
  return `sqlite:${join(mkdtempSync(join(tmpdir(), "a2a-bench-")), "tasks.db")}`;
}

/** A JSON-RPC request of 1.0. */
export function rpc(id: number, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** A message of 1.0. */
export function message(n: number, text: string, taskId?: string): object {
  return { messageId: `m-${n}`, role: "ROLE_USER", parts: [{ text }], ...(taskId !== undefined && { taskId }) };
}
