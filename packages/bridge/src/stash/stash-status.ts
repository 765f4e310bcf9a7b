import { isJsonObject, type JsonObject, type TaskState } from "@a2a/types";
import { isOlderTime, toInstant } from "../codec/scalars.ts";
import { stash, unstash } from "./stash.ts";

/** What a status lost on its way: a state or a time the other side cannot say, or that its message was a plain text. */
export interface StatusLosses {
  /** The state of the model, where an older generation has none like it. */
  state?: string;
  /** A state that nobody knows. */
  rawState?: string;
  /** A time as it was written. */
  timestamp?: string;
  stringMessage?: true;
}

const NAMES = ["state", "rawState", "timestamp", "stringMessage"];

/** A status has no metadata: what surrounds it are its message, if there is one, and the metadata of its task or event. */
export interface Surroundings<M> {
  message: M | undefined;
  metadata: JsonObject | undefined;
}

/** Keeps what a status lost in the metadata of its message or, when it has none, in that of what encloses it. */
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

/** What was kept for a status, and its surroundings without that. */
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
  // The same message but for its metadata.
  const bare = (metadata ? { ...rest, metadata } : rest) as M;
  return { message: bare, metadata: enclosing, lost: lossesOf(kept) };
}

/** An older timestamp, known to be one, as an instant, and the original where the instant does not say it all. */
export function decodeTimestamp(text: string | undefined): { timestamp?: string; lost: StatusLosses } {
  if (text === undefined) return { lost: {} };
  if (text.endsWith("Z")) return { timestamp: text, lost: {} };
  const timestamp = toInstant(text);
  return timestamp === undefined ? { lost: { timestamp: text } } : { timestamp, lost: { timestamp: text } };
}

/** The original spelling of a timestamp, if it still names the same instant. */
export function originalTimestamp(
  timestamp: string | undefined,
  { timestamp: kept }: StatusLosses,
): string | undefined {
  return kept !== undefined && isOlderTime(kept) && toInstant(kept) === timestamp ? kept : timestamp;
}

/** The state a peer invented, if the status still has no other. A known state is never taken for one. */
export function inventedState<S extends string>(
  state: TaskState,
  { rawState }: StatusLosses,
  known: readonly S[],
): S | undefined {
  if (state !== "TASK_STATE_UNSPECIFIED" || rawState === undefined) return undefined;
  // Written back to the peers that use it, although no schema lists it.
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
