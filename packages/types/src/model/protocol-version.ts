import { protocolVersions, UNNAMED_VERSION } from "../versions/known-versions.ts";

export { protocolVersions, UNNAMED_VERSION, versionBindings } from "../versions/known-versions.ts";

/** A protocol version that this toolkit supports. */
export type KnownVersion = (typeof protocolVersions)[number];

/** A protocol version as `Major.Minor`. The type is open: a codec can add a version. */
export type ProtocolVersion = KnownVersion | (string & {});

/** Whether this toolkit supports a version. */
export function isProtocolVersion(text: string): text is KnownVersion {
  return (protocolVersions as readonly string[]).includes(text);
}

/**
 * A version as `Major.Minor`: the patch is ignored, a bare `1` is `1.0`, an absent version is `UNNAMED_VERSION`.
 * Returns `undefined` for an invalid version.
 */
export function normalizeVersion(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return UNNAMED_VERSION;
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
