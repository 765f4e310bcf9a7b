import type { OptionNames } from "@a2a/types/internal";
import type { FollowOptions } from "../resume/followed.ts";
import type { ObserveOptions } from "../resume/observe.ts";

/** The options of every call of an `AgentClient`. */
export const followNames: OptionNames<FollowOptions> = {
  awaitTask: true,
  budget: true,
  extensions: true,
  headers: true,
  lastEventId: true,
  maxDelayMs: true,
  maxRetries: true,
  meter: true,
  onEventId: true,
  onRetry: true,
  pollIntervalMs: true,
  random: true,
  retry: true,
  retryDelayMs: true,
  signal: true,
  timeoutMs: true,
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
