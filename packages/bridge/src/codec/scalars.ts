/** A timestamp of any precision and zone as an instant in UTC with milliseconds; `undefined` if invalid. */
export function toInstant(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s*([Zz]|[+-]\d\d:?\d\d)?$/.exec(text);
  if (!match) return undefined;
  const [, day, time, fraction = "", zone = "Z"] = match;
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  // Nonexistent days and offsets are rejected; `Date.parse` alone reads 30 February as 2 March.
  if (format(`${day}T${time}.000Z`)?.startsWith(`${day}T${time}`) !== true) return undefined;
  const instant = format(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}${offset}`);
  // The protocol cannot represent years beyond 0 to 9999.
  return instant?.length === 24 ? instant : undefined;
}

function format(text: string): string | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Base64 of either alphabet, with or without padding, normalized to the standard form; `undefined` if invalid. */
export function toBase64(text: string): string | undefined {
  const bare = text.replace(/={1,2}$/, "");
  if (!/^[A-Za-z0-9+/_-]*$/.test(bare) || bare.length % 4 === 1) return undefined;
  return bare
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .padEnd(Math.ceil(bare.length / 4) * 4, "=");
}

/** A random id. */
export function randomId(): string {
  return crypto.randomUUID();
}
