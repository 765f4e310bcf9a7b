import type { Call, Reply } from "@a2a/bridge";
import type { Logger, OperationName, Principal, ProtocolVersion } from "@a2a/types";
import type { Scope } from "../engine/port/task-engine.ts";

/** Everything known about one call beside its input: made once, never changed. */
export interface CallContext<Name extends OperationName = OperationName> {
  readonly call: Call<Name>;
  readonly reply: Reply;
  readonly caller: Principal;
  /** Whose tasks this call may see. */
  readonly scope: Scope;
  readonly version: ProtocolVersion;
  /** The extensions that are active for this call. */
  readonly extensions: readonly string[];
  /** Where a reader that lost its stream wants to go on. */
  readonly lastEventId: number | undefined;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  readonly logger: Logger;
}
