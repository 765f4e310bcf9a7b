import type { VersionCodec } from "../codec/version-codec.ts";
import type { Headers } from "./http-messages.ts";

/** What a request says beside its body. */
export interface ServiceParameters {
  /** The version asked for, as it was written; `undefined` when nothing was said. */
  readonly version: string | undefined;
  /** The extensions asked for. */
  readonly extensions: readonly string[];
}

/** Reads the service parameters of a request. A header wins over the query; both spellings of the extensions count. */
export function readServiceParameters(headers: Headers, query = ""): ServiceParameters {
  const { "a2a-version": version, "a2a-extensions": extensions, "x-a2a-extensions": older } = headers;
  return {
    version: version?.trim() || versionInQuery(query)?.trim() || undefined,
    extensions: extensions || older ? [...new Set([...listOf(extensions), ...listOf(older)])] : NONE,
  };
}
const NONE: readonly string[] = Object.freeze([]);

/** The headers by which a client names its version and the extensions it wants. */
export function serviceHeaders(codec: VersionCodec, extensions: readonly string[] = []): Record<string, string> {
  return {
    ...(codec.versionHeader !== undefined && { [codec.versionHeader]: codec.version }),
    ...extensionHeaders(codec, extensions),
  };
}

/** The header in which extensions are asked for, or confirmed, in one comma-separated line. */
export function extensionHeaders(codec: VersionCodec, extensions: readonly string[]): Record<string, string> {
  if (extensions.length === 0 || codec.extensionsHeader === undefined) return {};
  return { [codec.extensionsHeader]: extensions.join(", ") };
}

function versionInQuery(query: string): string | undefined {
  if (query === "" || !/a2a-version/i.test(query)) return undefined;
  for (const [name, value] of new URLSearchParams(query)) if (name.toLowerCase() === "a2a-version") return value;
  return undefined;
}

function listOf(header: string | undefined): string[] {
  if (header === undefined) return [];
  return header
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}
