import type { VersionCodec } from "../codec/version-codec.ts";
import type { Headers } from "./http-messages.ts";

/** The service parameters of a request. */
export interface ServiceParameters {
  /** The requested version as written; `undefined` when absent. */
  readonly version: string | undefined;
  /** The requested extensions. */
  readonly extensions: readonly string[];
}

/** Reads the service parameters of a request. A header takes precedence over the query; both extension header names count. */
export function readServiceParameters(headers: Headers, query = ""): ServiceParameters {
  const { "a2a-version": version, "a2a-extensions": extensions, "x-a2a-extensions": older } = headers;
  return {
    version: version?.trim() || versionInQuery(query)?.trim() || undefined,
    extensions: extensions || older ? [...new Set([...listOf(extensions), ...listOf(older)])] : NONE,
  };
}
const NONE: readonly string[] = Object.freeze([]);

/** The headers with which a client names its version and requests extensions. */
export function serviceHeaders(codec: VersionCodec, extensions: readonly string[] = []): Record<string, string> {
  return {
    ...(codec.versionHeader !== undefined && { [codec.versionHeader]: codec.version }),
    ...extensionHeaders(codec, extensions),
  };
}

/** The header that requests or confirms extensions, comma-separated. */
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
