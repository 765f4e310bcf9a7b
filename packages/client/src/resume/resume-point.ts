import { type OpenStream, openStream, prepend } from "@a2a/bridge/internal/streams";
import type { ReceivedEvent } from "@a2a/bridge/json-rpc";
import type { Gap } from "./followed.ts";

/** What is known when a stream is resumed. */
export interface ResumePoint {
  /** The number of the last event seen. */
  readonly lastEventId: string | undefined;
  /** The first event of the last connection, if it is also the last with a number. */
  readonly opening: Opening | undefined;
  isWithoutSnapshot(received: ReceivedEvent): boolean;
  gap(): Gap;
  /** The peer has shown something that was not seen before. */
  onNews(): void;
}

/** What is kept of an event to recognize it: the event itself may be a large task. */
export interface Opening {
  readonly id: string | undefined;
  readonly length: number;
  readonly hash: number;
}

/** The properties that identify an event. */
export function openingOf({ id, event }: ReceivedEvent): Opening {
  const json = JSON.stringify(event);
  let hash = 0;
  for (let index = 0; index < json.length; index++) hash = (Math.imul(hash, 31) + json.charCodeAt(index)) | 0;
  return { id, length: json.length, hash };
}

// Events that show the task as it was, before one with a number comes.
const MAX_REPLAYED = 1_000;

/**
 * The events of a resumed stream that were not seen before. A peer that can resume begins with the task as of the last event seen. It is
 * all that comes before, and with, the number of that event: an older protocol version shows it in several events. Any other number, or
 * none, says that the peer could not resume. So does the same number on another event: some peers number the events of each connection.
 */
export function unseen(
  opened: OpenStream<ReceivedEvent>,
  point: ResumePoint,
): Promise<OpenStream<ReceivedEvent | Gap>> {
  return openStream(events(opened, point));
}

async function* events(
  opened: OpenStream<ReceivedEvent>,
  { lastEventId, opening, isWithoutSnapshot, gap, onNews }: ResumePoint,
): AsyncGenerator<ReceivedEvent | Gap, void, void> {
  const known: ReceivedEvent[] = [];
  let decided = false;
  for await (const received of prepend(opened)) {
    if (decided) {
      onNews();
      yield received;
      continue;
    }
    if (isWithoutSnapshot(received)) {
      yield received;
      return;
    }
    known.push(received);
    const resumes =
      lastEventId !== undefined && received.id === lastEventId && !(opening && isRenumbered(opening, received));
    decided = resumes || lastEventId === undefined || received.id !== undefined || known.length > MAX_REPLAYED;
    if (!decided || resumes) continue;
    yield gap();
    yield* known;
  }
  if (decided || known.length === 0) return;
  yield gap();
  yield* known;
}

/**
 * Whether a stream began without a snapshot. An event id does not make up for it: some peers write random ones and cannot resume after
 * them. In a version without task events, a peer that numbers its events shows the snapshot in them.
 */
export function isWithoutSnapshot({ synthesized }: ReceivedEvent, lastEventId: string | undefined): boolean {
  return synthesized === true || (synthesized === "unnumbered" && lastEventId === undefined);
}

/** Whether another event has the number of the one that the last connection began with: the peer numbers each connection anew. */
function isRenumbered(opening: Opening, received: ReceivedEvent): boolean {
  if (opening.id !== received.id) return false;
  const { length, hash } = openingOf(received);
  return opening.length !== length || opening.hash !== hash;
}
