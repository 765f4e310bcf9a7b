import { styleText } from "node:util";
import type { Io } from "./io.ts";

const COLORS = { Error: "red", Warning: "yellow", Hint: "cyan" } as const;

/** The label of a line on stderr: `Error:`, in color on a terminal. */
export function label(io: Pick<Io, "watched">, name: keyof typeof COLORS): string {
  return io.watched ? styleText([COLORS[name], "bold"], `${name}:`, { validateStream: false }) : `${name}:`;
}
