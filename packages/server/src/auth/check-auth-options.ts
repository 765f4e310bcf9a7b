import { kindOf, unknownMember } from "@a2a/types/internal";

/** Refuses options of an authenticator that cannot be meant, and suggests the one that was. */
export function checkAuthOptions(name: string, options: unknown, known: Readonly<Record<string, true>>): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${name}: expected options such as { ${Object.keys(known)[0]} }, found ${kindOf(options)}`);
  }
  const unknown = unknownMember(options, known);
  if (unknown) throw new TypeError(`unknown option "${unknown.name}" of ${name}; ${unknown.hint}`);
}
