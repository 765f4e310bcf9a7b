import type { JsonObject, Message } from "@a2a/types";
import type { CallFacts } from "../port/lease.ts";
import type { BeginCommand, Scope } from "../port/task-engine.ts";
import type { NewWebhook, WebhookRecord } from "../port/webhook-record.ts";
import { encodeReceived, placedMessage } from "../text/event-text.ts";
import { append } from "./append.ts";
import type { TaskHead } from "./head.ts";
import type { IdSource } from "./task-draft.ts";
import type { Step } from "./turns.ts";
import { newWebhookRecord } from "./webhooks.ts";

/** A message that an engine has reserved. */
export interface Reservation {
  readonly scope: Scope;
  readonly messageId: string;
  /** A fresh id that fences the reservation. */
  readonly holder: string;
}

/** A message or a request to cancel, for the engine that holds the lease of a task. */
export interface NewNote {
  readonly kind: "message" | "cancel";
  /** The record of the message, which the note turns from reserved into noted. Absent for a request to cancel. */
  readonly message?: NotedRecord | undefined;
  readonly json: string;
}

/** The record of a message that is left as a note; one that was not reserved has no holder. */
export interface NotedRecord {
  readonly scope: Scope;
  readonly messageId: string;
  readonly holder: string | undefined;
  readonly fingerprint: string;
}

/** A note as stored. */
export interface Note {
  /** Its number among all notes of its task: from 1, without gaps. */
  readonly n: number;
  readonly kind: NewNote["kind"];
  readonly messageId: string | undefined;
  readonly json: string;
}

/** The content of a note with a message. */
interface NotedMessage {
  readonly message: Message;
  readonly call: CallFacts;
  readonly fingerprint: string;
  readonly webhook?: NewWebhook | undefined;
}

/** A message as a note. */
export function messageNote(
  { scope, message, call, fingerprint, webhook }: BeginCommand,
  messageId: string,
  holder: string | undefined,
): NewNote {
  const json = JSON.stringify({ message, call, fingerprint, webhook } satisfies NotedMessage);
  return { kind: "message", message: { scope, messageId, holder, fingerprint }, json };
}

/** A request to cancel as a note. */
export function cancelNote(metadata: JsonObject | undefined): NewNote {
  return { kind: "cancel", json: JSON.stringify({ metadata }) };
}

/** The request to cancel in a note; `undefined` for a message. */
export function cancelMetadata({ kind, json }: Note): { readonly metadata?: JsonObject } | undefined {
  return kind === "cancel" ? (JSON.parse(json) as { metadata?: JsonObject }) : undefined;
}

/** A step that takes a note. */
export interface TakenNote extends Partial<Step> {
  readonly head: TaskHead;
  readonly note: number;
  readonly message?: { readonly messageId: string; readonly fingerprint: string; readonly seq: number } | undefined;
  readonly savedWebhook?: WebhookRecord | undefined;
}

/** The limits of notes were checked before they were left: their messages have been accepted. */
const NO_LIMITS = { maxTaskSize: Number.POSITIVE_INFINITY, maxEvents: Number.POSITIVE_INFINITY };

/** Takes a note: its message is logged and queued in the inbox; if no turn is running, its turn waits to be claimed. */
export function takeNote(head: TaskHead, note: Note, ids: IdSource): TakenNote {
  if (note.kind === "cancel") return { head, note: note.n };
  const { message, call, fingerprint, webhook } = JSON.parse(note.json) as NotedMessage; // it was serialized from one
  const json = JSON.stringify(placedMessage(message, head.id, head.contextId));
  const events = [encodeReceived(json)];
  const { head: received, entries } = append(head, events, NO_LIMITS);
  const { seq } = received;
  const turn = { seq, message: json, call, fingerprint };
  const savedWebhook = webhook && newWebhookRecord(head, webhook, ids.createId(), seq + 1);
  const webhooks = received.webhooks + (savedWebhook ? 1 : 0);
  const placed: TaskHead =
    head.run === "idle"
      ? { ...received, webhooks, run: "queued", current: turn, turn: head.turn + 1, attempt: 0 }
      : { ...received, webhooks, inbox: [...received.inbox, turn] };
  const remembered = note.messageId === undefined ? undefined : { messageId: note.messageId, fingerprint, seq };
  return { head: placed, entries, events, note: note.n, message: remembered, savedWebhook };
}
