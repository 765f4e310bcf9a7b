import type { OptionNames } from "@a2a/types/internal";
import type { FollowOptions } from "../resume/followed.ts";
import type { ObserveOptions } from "../resume/observe.ts";

/** The options that a call has, and a connection for all its calls. */
export const callNames = {
  awaitTask: true,
  extensions: true,
  headers: true,
  maxDelayMs: true,
  maxRetries: true,
  onRetry: true,
  pollIntervalMs: true,
  random: true,
  retry: true,
  retryDelayMs: true,
  signal: true,
  timeoutMs: true,
} as const;

/** The options of every call of an `AgentClient`. */
export const followNames: OptionNames<FollowOptions> = {
  ...callNames,
  budget: true,
  lastEventId: true,
  meter: true,
  onEventId: true,
};

/** The options of `sendAndObserve`. */
export const observeNames: OptionNames<ObserveOptions> = {
  isCancelled: true,
  logger: true,
  onEvent: true,
  pollIntervalMs: true,
  signal: true,
  timeoutMs: true,
};
