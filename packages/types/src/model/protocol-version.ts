/** The wire generations this toolkit speaks, newest first. */
export const protocolVersions = ["1.0", "0.3", "0.2", "0.1"] as const;
/** A wire generation. */
export type ProtocolVersion = (typeof protocolVersions)[number];

/** Whether a text names a generation this toolkit speaks. */
export function isProtocolVersion(text: string): text is ProtocolVersion {
  return (protocolVersions as readonly string[]).includes(text);
}

/**
 * A version as `Major.Minor`: the patch part plays no role, a bare `1` is `1.0`, nothing at all means `0.3` (specification 3.6.2).
 * Returns `undefined` for a text that is no version.
 */
export function normalizeVersion(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return "0.3";
  if (trimmed.length > 32) return undefined;
  const match = /^v?(\d{1,4})(?:\.(\d{1,4})(?:[.+-][0-9A-Za-z.+-]*)?)?$/.exec(trimmed);
  return match ? `${Number(match[1])}.${Number(match[2] ?? 0)}` : undefined;
}

/** Orders versions: negative when `a` is older than `b`. Both are `Major.Minor`. */
export function compareVersions(a: string, b: string): number {
  const [aMajor = 0, aMinor = 0] = a.split(".").map(Number);
  const [bMajor = 0, bMinor = 0] = b.split(".").map(Number);
  return aMajor - bMajor || aMinor - bMinor;
}
