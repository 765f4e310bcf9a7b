import type { Logger } from "@a2a/types";

/** A logger that writes one line per entry to the console, beginning with its name. Entries below `info` are left out. */
export function namedLogger(name: string): Logger {
  const log = (level: "info" | "warn" | "error") => (fields: object, message: string) =>
    console[level](`${name} ${level.toUpperCase()} ${message} ${JSON.stringify(fields)}`);
  return { debug() {}, info: log("info"), warn: log("warn"), error: log("error") };
}
