import type { Logger } from "@a2a/types";
import { type Io, shown } from "../cli/io.ts";

/** Logs warnings and errors to stderr, one line each. */
export function stderrLogger(io: Io): Logger {
  const line = (level: string) => (fields: object, message: string) => {
    const { taskId, error } = fields as { taskId?: unknown; error?: unknown }; // looked at before use
    const about = typeof taskId === "string" ? ` (task ${shown(taskId)})` : "";
    const why = error === undefined ? "" : `: ${shown(error instanceof Error ? error.message : String(error))}`;
    io.err(`${level}: ${shown(message)}${about}${why}\n`);
  };
  return { debug() {}, info() {}, warn: line("Warning"), error: line("Error") };
}
