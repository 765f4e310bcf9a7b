import { unknownMember } from "../util/suggest.ts";
import { LocalError } from "./local-error.ts";

/** The names of options; the compiler sees to it that none is missing. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>;

/** Refuses an option that is in none of the tables, with the one that was probably meant: a `LocalError` `CONFIG`. */
export function refuseUnknownOptions(
  method: string,
  options: object | undefined,
  ...tables: readonly Readonly<Record<string, true>>[]
): void {
  for (const name in options) {
    if (tables.some((names) => Object.hasOwn(names, name))) continue;
    const unknown = unknownMember({ [name]: true }, Object.assign({}, ...tables) as Record<string, true>);
    throw new LocalError("CONFIG", `unknown option "${name}" of ${method}; ${unknown?.hint}`);
  }
}
