/** Whether a value is an error of a kind, of any code or of the one given, also when another copy of this package made it. */
export function hasBrand(value: unknown, brand: symbol, code: string | undefined): boolean {
  if (typeof value !== "object" || value === null || !(brand in value)) return false;
  return code === undefined || (value as { code?: unknown }).code === code;
}
