import type { Logger, OperationName, Principal } from "@a2a/types";
import type { Scope } from "../engine/port/task-engine.ts";
import type { ServerCall } from "./call.ts";

/** A call and who makes it: made once, never changed. */
export interface CallContext<Name extends OperationName = OperationName> {
  readonly call: ServerCall<Name>;
  readonly caller: Principal;
  /** Whose tasks this call may see. */
  readonly scope: Scope;
  /** The extensions that are active for this call. */
  readonly extensions: readonly string[];
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}
