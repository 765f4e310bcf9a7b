import type { LogLimits } from "./append.ts";

/** The limits that rules enforce. */
export interface EngineLimits extends LogLimits {
  /** How many webhooks a task may have. */
  readonly maxWebhooksPerTask: number;
  /** How many webhooks an owner may have over all tasks. */
  readonly maxWebhooksPerOwner: number;
}
