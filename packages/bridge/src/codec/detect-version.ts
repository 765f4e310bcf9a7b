import {
  A2AError,
  compareVersions,
  isJsonObject,
  type JsonValue,
  normalizeVersion,
  type ProtocolVersion,
} from "@a2a/types";
import { UNNAMED_VERSION } from "@a2a/types/internal";
import { operationOfMethod } from "./operation-table.ts";
import type { VersionCodec } from "./version-codec.ts";

/** The properties of a request from which its protocol version is detected. */
export interface VersionHints {
  /** The version named in a header or the query; absent when the caller named none. */
  version?: string | undefined;
  /** The JSON-RPC method. */
  method?: string | undefined;
  /** The default protocol version of the URL, for methods that several versions share. */
  fallback?: ProtocolVersion | undefined;
  /** Use the header alone, as the specification says. */
  strict?: boolean | undefined;
  /** Known codecs that are not served: a request that only one of them can read is rejected by its version. */
  known?: readonly VersionCodec[] | undefined;
}

/** Finds the codecs that can serve a request, most likely first. */
export type VersionDetector = (hints: VersionHints) => readonly VersionCodec[];

/** A detector for the served versions. It caches its results, since callers repeat the same few hints. */
export function createVersionDetector(
  served: readonly VersionCodec[],
  known: readonly VersionCodec[] = served,
): VersionDetector {
  let remembered: { readonly hints: VersionHints; readonly codecs: readonly VersionCodec[] }[] = [];
  return (hints) => {
    const { version, method, fallback, strict } = hints;
    for (const { hints: asked, codecs } of remembered) {
      if (
        asked.method === method &&
        asked.version === version &&
        asked.fallback === fallback &&
        asked.strict === strict
      )
        return codecs;
    }
    const codecs = detectVersion(served, { ...hints, known });
    if (remembered.length >= MAX_REMEMBERED) remembered = [];
    // Rejections are not cached.
    remembered.push({ hints, codecs });
    return codecs;
  };
}
const MAX_REMEMBERED = 64;

/**
 * The codecs that can serve a request, most likely first. More than one remains only where versions share a method and differ in
 * who chooses the ids of tasks: then the version in which the task was created decides.
 */
export function detectVersion(served: readonly VersionCodec[], hints: VersionHints): readonly VersionCodec[] {
  const named = requireSupported(served, hints.version);
  const { method, strict } = hints;
  if (method === undefined) return named ? [named] : [...served];
  const speaking = served.filter((codec) => operationOfMethod(codec.operations, method, strict) !== undefined);
  const fitting = strict
    ? byLetter(served, speaking, named, method)
    : byLikelihood(speaking, named?.version, hints.fallback);
  const [first] = fitting;
  if (named && first && isOutdated(first, named, method)) {
    const where = `it belongs to protocol version ${first.version}, and the request names ${named.version}`;
    throw new A2AError("METHOD_NOT_FOUND", `Method not found: ${method.slice(0, 100)}; ${where}`);
  }
  if (first) return fitting;
  // A caller that names no version means the one that has its method.
  const meant = named
    ? undefined
    : hints.known?.find((codec) => !served.includes(codec) && operationOfMethod(codec.operations, method, strict));
  if (meant) throw notServed(served, `Method ${method.slice(0, 100)} of protocol version ${meant.version}`);
  throw new A2AError("METHOD_NOT_FOUND", `Method not found: ${method.slice(0, 100)}`);
}

/** Whether a method was renamed before the version that a request names. Methods of 0.1 alone are recognized under any version. */
function isOutdated(codec: VersionCodec, named: VersionCodec, method: string): boolean {
  return compareVersions(codec.version, named.version) < 0 && !codec.ownsMethod?.(method);
}

/** A request that names no version is one of `UNNAMED_VERSION`, unless its method exists in one version only. */
function byLetter(
  served: readonly VersionCodec[],
  speaking: readonly VersionCodec[],
  named: VersionCodec | undefined,
  method: string,
): VersionCodec[] {
  const owner = speaking.find((codec) => codec.ownsMethod?.(method));
  if (owner) return [owner];
  const asked = named ?? requireSupported(served, UNNAMED_VERSION);
  return speaking.filter((codec) => codec === asked);
}

/** The codec of the named version, `undefined` when none was named. Throws when it is unsupported, naming the supported ones. */
export function requireSupported(
  served: readonly VersionCodec[],
  version: string | undefined,
): VersionCodec | undefined {
  if (version === undefined || version.trim() === "") return undefined;
  const normal = normalizeVersion(version);
  const codec = served.find((candidate) => candidate.version === normal);
  if (codec) return codec;
  throw notServed(served, `A2A-Version "${version.slice(0, 32)}"`);
}

/** The error for a request whose protocol version is known but unsupported here. It names the supported versions. */
export function notServed(served: readonly VersionCodec[], asked: string): A2AError {
  const supported = served.map((candidate) => candidate.version);
  return new A2AError("VERSION_NOT_SUPPORTED", `${asked} is not served here: use ${supported.join(" or ")}`, {
    metadata: { supportedVersions: supported.join(",") },
  });
}

function byLikelihood(
  codecs: readonly VersionCodec[],
  named: string | undefined,
  fallback: string | undefined,
): VersionCodec[] {
  const rank = (codec: VersionCodec) => {
    if (codec.version === named) return 0;
    if (codec.version === fallback) return 1;
    return codec.version === UNNAMED_VERSION ? 2 : 3;
  };
  const ordered = codecs.toSorted((a, b) => rank(a) - rank(b) || compareVersions(b.version, a.version));
  const [first] = ordered;
  if (first === undefined || first.version === named) return ordered.slice(0, 1);
  // Only the ownership of task ids can be resolved later; among the other candidates the first is the best.
  const other = ordered.find((codec) => codec.clientTaskIds !== first.clientTaskIds);
  return other ? [first, other] : [first];
}

/** The features by which a card is recognized. */
export type CardReader = Pick<VersionCodec, "version" | "bindings" | "card" | "load">;

/**
 * The codec among those given in whose version a card is written, by its shape; its `version` member is the agent's own and says
 * nothing about the protocol. A card that fits several versions is read in the `expected` one if it is among them.
 */
export function detectCard<Reader extends CardReader>(
  readers: readonly Reader[],
  wire: JsonValue,
  expected?: ProtocolVersion,
): Reader | undefined {
  if (!isJsonObject(wire)) return undefined;
  const asked = readers.find(({ version }) => version === expected);
  if (asked && asked.card.match(wire) !== "none") return asked;
  return readers.find(({ card }) => card.match(wire) === "certain");
}

/** The codec among those given in whose version an answer is written, by its shape. */
export function detectAnswer(codecs: readonly VersionCodec[], result: JsonValue): VersionCodec | undefined {
  return isJsonObject(result) ? codecs.find((codec) => codec.matchAnswer(result) === "certain") : undefined;
}
