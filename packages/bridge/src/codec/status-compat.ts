import { isJsonObject, type JsonObject, TimestampSchema } from "@a2a/types";
import { keepIn, takeFrom } from "./preserve.ts";
import { toInstant } from "./scalars.ts";

/**
 * A status has no metadata of its own: what it loses is kept in the metadata of its message or, when it has none, in that of the
 * enclosing task or event under `status`.
 */
export type StatusLosses = { state?: string; rawState?: string; timestamp?: string; stringMessage?: true };

const NAMES = ["state", "rawState", "timestamp", "stringMessage"];

/** Keeps what a status lost in the metadata of a message. */
export function keepInMessage<M extends { metadata?: JsonObject }>(message: M, lost: StatusLosses): M {
  const metadata = keepIn(message.metadata, { ...lost });
  return metadata === message.metadata || metadata === undefined ? message : { ...message, metadata };
}

/** Keeps what a status lost in the metadata of what encloses it. */
export function keepInEnclosing(metadata: JsonObject | undefined, lost: StatusLosses): JsonObject | undefined {
  return Object.keys(lost).length === 0 ? metadata : keepIn(metadata, { status: { ...lost } });
}

/** What the message of a status keeps for it, and the message without that. */
export function takeFromMessage<M extends { metadata?: JsonObject }>(message: M): { message: M; lost: StatusLosses } {
  const { metadata, kept } = takeFrom(message.metadata, ...NAMES);
  if (metadata === message.metadata) return { message, lost: {} };
  const { metadata: _, ...rest } = message;
  // The same message but for its metadata.
  return { message: (metadata ? { ...rest, metadata } : rest) as M, lost: lossesOf(kept) };
}

/** What the enclosing metadata keeps for its status, and the metadata without that. */
export function takeFromEnclosing(metadata: JsonObject | undefined): {
  metadata: JsonObject | undefined;
  lost: StatusLosses;
} {
  const taken = takeFrom(metadata, "status");
  return { metadata: taken.metadata, lost: isJsonObject(taken.kept.status) ? lossesOf(taken.kept.status) : {} };
}

/** An older timestamp as an instant, and the original where the instant does not say it all. */
export function decodeTimestamp(text: string | undefined): { timestamp?: string; lost: StatusLosses } {
  if (text === undefined) return { lost: {} };
  if (TimestampSchema.safeParse(text).success) return { timestamp: text, lost: {} };
  const timestamp = toInstant(text);
  return timestamp === undefined ? { lost: { timestamp: text } } : { timestamp, lost: { timestamp: text } };
}

/** The original spelling of a timestamp, if it still names the same instant. */
export function originalTimestamp(timestamp: string | undefined, lost: StatusLosses): string | undefined {
  return lost.timestamp !== undefined && toInstant(lost.timestamp) === timestamp ? lost.timestamp : timestamp;
}

function lossesOf(kept: JsonObject): StatusLosses {
  const lost: StatusLosses = {};
  if (typeof kept.state === "string") lost.state = kept.state;
  if (typeof kept.rawState === "string") lost.rawState = kept.rawState;
  if (typeof kept.timestamp === "string") lost.timestamp = kept.timestamp;
  if (kept.stringMessage === true) lost.stringMessage = true;
  return lost;
}
