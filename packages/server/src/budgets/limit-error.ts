import { A2AError, type A2AErrorOptions, type ErrorCode } from "@a2a/types";

/** A refusal because of a limit. The limit's name is for metrics; callers read the message. */
export class LimitError extends A2AError {
  /** The option that sets the limit, such as `maxStreams`; a name of its own where the limit is fixed. */
  readonly limit: string;

  constructor(limit: string, code: ErrorCode, message?: string, options?: A2AErrorOptions) {
    super(code, message, options);
    this.limit = limit;
  }
}
