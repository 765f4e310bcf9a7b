import { A2AError, isJsonObject, type JsonValue, normalizeVersion, type ProtocolVersion } from "@a2a/types";
import { operationOfMethod } from "./operation-table.ts";
import type { VersionCodec } from "./version-codec.ts";

/** What is known about a request before its generation is. */
export interface VersionHints {
  /** The version the caller named in a header or the query; absent means that it said nothing. */
  version?: string | undefined;
  /** The JSON-RPC method. */
  method?: string | undefined;
  /** The generation that the address speaks by default, for methods that several generations share. */
  fallback?: ProtocolVersion | undefined;
  /** Go by the header alone, as the letter of the specification has it. */
  strict?: boolean | undefined;
}

/**
 * The codecs that can serve a request, the likeliest first. More than one is left only for the methods that 0.1 shares with 0.2
 * and 0.3 (`tasks/get` and the like): then the generation in which the task was made decides.
 */
export function detectVersion(served: readonly VersionCodec[], hints: VersionHints): readonly VersionCodec[] {
  const { version, method, fallback, strict } = hints;
  for (const known of knownTo(served)) {
    const { hints: asked, codecs } = known;
    if (asked.method === method && asked.version === version && asked.fallback === fallback && asked.strict === strict)
      return codecs;
  }
  const codecs = detect(served, hints);
  // What is refused is not kept.
  knownTo(served).push({ hints, codecs });
  return codecs;
}

interface Detected {
  readonly hints: VersionHints;
  readonly codecs: readonly VersionCodec[];
}

// Callers say the same few things again and again.
const found = new WeakMap<readonly VersionCodec[], Detected[]>();
const MOST_KNOWN = 64;

function knownTo(served: readonly VersionCodec[]): Detected[] {
  let known = found.get(served);
  if (known === undefined || known.length >= MOST_KNOWN) {
    known = [];
    found.set(served, known);
  }
  return known;
}

function detect(served: readonly VersionCodec[], hints: VersionHints): readonly VersionCodec[] {
  const named = requireServed(served, hints.version);
  const { method, strict } = hints;
  if (method === undefined) return named ? [named] : [...served];
  const speaking = served.filter((codec) => operationOfMethod(codec.operations, method, strict) !== undefined);
  const fitting = strict
    ? byLetter(served, speaking, named, method)
    : byLikelihood(speaking, named?.version, hints.fallback);
  if (fitting.length > 0) return fitting;
  throw new A2AError("METHOD_NOT_FOUND", `Method not found: ${method.slice(0, 100)}`);
}

/** Nothing said means 0.3 (specification 3.6.2); only the methods that 0.1 alone has speak for themselves. */
function byLetter(
  served: readonly VersionCodec[],
  speaking: readonly VersionCodec[],
  named: VersionCodec | undefined,
  method: string,
): VersionCodec[] {
  const first = isFirst(method) ? speaking.filter(({ version }) => version === "0.1") : [];
  if (first.length > 0) return first;
  const asked = named ?? requireServed(served, "0.3");
  return speaking.filter((codec) => codec === asked);
}

/** The codec for a version that was named, `undefined` when none was. Throws when it is not served, naming those that are. */
export function requireServed(served: readonly VersionCodec[], version: string | undefined): VersionCodec | undefined {
  if (version === undefined || version.trim() === "") return undefined;
  const normal = normalizeVersion(version);
  const codec = served.find((candidate) => candidate.version === normal);
  if (codec) return codec;
  const supported = served.map((candidate) => candidate.version);
  throw new A2AError(
    "VERSION_NOT_SUPPORTED",
    `A2A-Version "${version.slice(0, 32)}" is not served here: use ${supported.join(" or ")}`,
    { metadata: { supportedVersions: supported.join(",") } },
  );
}

function byLikelihood(
  codecs: readonly VersionCodec[],
  named: string | undefined,
  fallback: string | undefined,
): VersionCodec[] {
  const rank = (codec: VersionCodec) => {
    if (codec.version === named) return 0;
    if (codec.version === fallback) return 1;
    return codec.version === "0.3" ? 2 : codec.version === "0.2" ? 3 : 4;
  };
  const ordered = codecs.toSorted((a, b) => rank(a) - rank(b));
  // Between 0.2 and 0.3 there is nothing to find out: the method is spelled alike, and 0.3 can say more.
  const [first] = ordered;
  if (first === undefined || first.version === named) return ordered.slice(0, 1);
  const other = ordered.find((codec) => (codec.version === "0.1") !== (first.version === "0.1"));
  return other ? [first, other] : [first];
}

function isFirst(method: string): boolean {
  return method.startsWith("tasks/send") || method.startsWith("tasks/pushNotification/");
}

/** The generation of a card, by its shape; its `version` member is the agent's own and says nothing about the protocol. */
export function cardVersion(wire: JsonValue): ProtocolVersion {
  if (!isJsonObject(wire)) return "1.0";
  if (Array.isArray(wire.supportedInterfaces) || Array.isArray(wire.supported_interfaces)) return "1.0";
  if (typeof wire.protocolVersion === "string") {
    const version = normalizeVersion(wire.protocolVersion);
    return version === "0.2" || version === "0.1" ? version : "0.3";
  }
  if (wire.preferredTransport !== undefined || wire.additionalInterfaces !== undefined) return "0.3";
  const noModes = wire.defaultInputModes == null && wire.defaultOutputModes == null;
  const isOldest = wire.authentication !== undefined || wire["x-a2a-compat"] !== undefined || noModes;
  return isOldest ? "0.1" : "0.2";
}

/** The generation of an answer, by its shape: `undefined` for what fits none. */
export function answerVersion(result: JsonValue): ProtocolVersion | undefined {
  if (!isJsonObject(result)) return undefined;
  if (["task", "message", "statusUpdate", "artifactUpdate"].some((member) => isJsonObject(result[member])))
    return "1.0";
  if (typeof result.kind === "string") return "0.3";
  if (!isJsonObject(result.status)) return undefined;
  const { state } = result.status;
  if (typeof state !== "string") return undefined;
  if (state.startsWith("TASK_STATE_")) return "1.0";
  return result.contextId === undefined ? "0.1" : "0.3";
}
