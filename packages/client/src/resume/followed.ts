import type { SendMessageRequest, SendMessageResponse, StreamResponse, Task } from "@a2a/types";
import type { RepeatPolicy, RetryOptions } from "../retry/retry.ts";
import type { CallOptions, Calls } from "../transports/transport.ts";

/** Reported where events may be missing because the peer could not resume the stream at the break. The current task follows. */
export interface Gap {
  gap: { taskId: string; lastEventId?: string };
  task?: never;
  message?: never;
  statusUpdate?: never;
  artifactUpdate?: never;
}

/** An event of a followed task. `if (event.gap)` narrows it, `if (event.task)` and so on. */
export type FollowedEvent = (StreamResponse & { gap?: never }) | Gap;

/** How a stream is followed. */
export interface FollowOptions extends CallOptions, RetryOptions {
  /** The polling interval where the peer cannot stream. Default 1,000. */
  pollIntervalMs?: number | undefined;
  /** Whether `send` polls the task of an agent that answers before the task is done. Default true. */
  awaitTask?: boolean | undefined;
  /** Called with the id of each event that has one, just before the event: a `subscribe` with this `lastEventId` resumes after it. */
  onEventId?: ((id: string) => void) | undefined;
}

/** The calls by which a task is followed. */
export interface Followed {
  readonly calls: Calls;
  /** Whether the agent says that it streams; where it does not, it is not even tried. */
  readonly streams: boolean;
  /** Called if the agent does not stream although its card says so. */
  readonly onRefused: () => void;
  /** Reads the task, trying again where it fails. */
  readonly getTask: (id: string) => Promise<Task>;
  /** Sends without a stream and returns at once, if the peer has no streams. */
  readonly start: (request: SendMessageRequest) => Promise<SendMessageResponse>;
  /** How the message may be sent again. */
  readonly policy: RepeatPolicy;
  /** The id of the task that the message starts, if callers choose it. */
  readonly chosenTaskId: () => string | undefined;
}
