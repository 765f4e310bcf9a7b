import { isJsonObject, type JsonObject, type TaskState } from "@a2a/types";
import { isOlderTime } from "../codec/older-time.ts";
import { toInstant } from "../codec/scalars.ts";
import { stash, unstash } from "./stash.ts";

/** The losses of a translated status: an unsupported state or timestamp, or that its message was a plain string. */
export interface StatusLosses {
  /** The model's state, if an older protocol version has no equivalent. */
  state?: string;
  /** An unknown state. */
  rawState?: string;
  /** A timestamp as written. */
  timestamp?: string;
  stringMessage?: true;
}

const NAMES = ["state", "rawState", "timestamp", "stringMessage"];

/** A status has no metadata; its losses go into its message, if it has one, or into the metadata of its task or event. */
export interface Surroundings<M> {
  message: M | undefined;
  metadata: JsonObject | undefined;
}

/** Stashes the losses of a status in the metadata of its message or, if it has none, of the enclosing object. */
export function stashLosses<M extends { metadata?: JsonObject }>(
  { message, metadata }: Surroundings<M>,
  lost: StatusLosses,
): Surroundings<M> {
  if (Object.keys(lost).length === 0) return { message, metadata };
  if (message === undefined) {
    const before = unstash(metadata, "status").kept.status;
    const status = isJsonObject(before) ? { ...before, ...lost } : { ...lost };
    return { message, metadata: stash(metadata, { status }) };
  }
  const own = stash(message.metadata, { ...lost });
  return { message: own === undefined ? message : { ...message, metadata: own }, metadata };
}

/** The stashed losses of a status, and its surroundings without them. */
export function unstashLosses<M extends { metadata?: JsonObject }>(
  message: M | undefined,
  enclosing: JsonObject | undefined,
): Surroundings<M> & { lost: StatusLosses } {
  if (message === undefined) {
    const { metadata, kept } = unstash(enclosing, "status");
    return { message, metadata, lost: isJsonObject(kept.status) ? lossesOf(kept.status) : {} };
  }
  const { metadata, kept } = unstash(message.metadata, ...NAMES);
  if (metadata === message.metadata) return { message, metadata: enclosing, lost: {} };
  const { metadata: _, ...rest } = message;
  // The same message with other metadata.
  const bare = (metadata ? { ...rest, metadata } : rest) as M;
  return { message: bare, metadata: enclosing, lost: lossesOf(kept) };
}

/** A valid older timestamp as an instant, with the original where that is not equivalent. */
export function decodeTimestamp(text: string | undefined): { timestamp?: string; lost: StatusLosses } {
  if (text === undefined) return { lost: {} };
  if (text.endsWith("Z")) return { timestamp: text, lost: {} };
  const timestamp = toInstant(text);
  return timestamp === undefined ? { lost: { timestamp: text } } : { timestamp, lost: { timestamp: text } };
}

/** The original spelling of a timestamp, if it still denotes the same instant. */
export function originalTimestamp(
  timestamp: string | undefined,
  { timestamp: kept }: StatusLosses,
): string | undefined {
  return kept !== undefined && isOlderTime(kept) && toInstant(kept) === timestamp ? kept : timestamp;
}

/** The custom state of a peer, if the status has no other by now. Known states never count as custom. */
export function inventedState<S extends string>(
  state: TaskState,
  { rawState }: StatusLosses,
  known: readonly S[],
): S | undefined {
  if (state !== "TASK_STATE_UNSPECIFIED" || rawState === undefined) return undefined;
  // Sent back to the peers that use it, although no schema lists it.
  return known.some((name) => name === rawState) ? undefined : (rawState as S);
}

function lossesOf(kept: JsonObject): StatusLosses {
  const lost: StatusLosses = {};
  if (typeof kept.state === "string") lost.state = kept.state;
  if (typeof kept.rawState === "string") lost.rawState = kept.rawState;
  if (typeof kept.timestamp === "string") lost.timestamp = kept.timestamp;
  if (kept.stringMessage === true) lost.stringMessage = true;
  return lost;
}
