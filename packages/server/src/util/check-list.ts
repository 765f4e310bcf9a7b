import { kindOf, shownValue } from "@a2a/types/internal";

/** Refuses a list of names that holds one that is not supported. */
export function checkList(option: string, value: unknown, supported: readonly string[]): void {
  if (value === undefined) return;
  const example = `["${supported[0]}"]`;
  if (!Array.isArray(value))
    throw new TypeError(`${option}: expected a list such as ${example}, found ${kindOf(value)}`);
  const unknown: unknown = value.find((name: unknown) => !supported.includes(name as string));
  const choices = supported.join(", ");
  if (unknown !== undefined) {
    throw new TypeError(`${option}: ${shownValue(unknown)} is not supported; supported: ${choices}`);
  }
  if (value.length === 0) throw new TypeError(`${option}: name at least one of ${choices}`);
}
