import type { ErrorCode, JsonObject, JsonValue } from "@a2a/types";

/** The answer to one operation or request. */
export interface Answer {
  /** The HTTP status; 200 for a call over gRPC that succeeded. */
  readonly status: number;
  readonly headers: JsonObject;
  /** The result of an operation, or the whole body of a raw request. */
  readonly body: JsonValue;
  /** The events of a stream. */
  readonly events?: readonly JsonObject[];
  readonly error?: ActsError;
}

/** An error, over any binding. */
export interface ActsError {
  readonly code: ErrorCode | undefined;
  readonly message: string;
  readonly data?: JsonValue;
}

/** A request as a raw step describes it. */
export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An agent, called over one binding. */
export interface AgentUnderTest extends AsyncDisposable {
  /** The capabilities of its card. */
  readonly capabilities: JsonObject;
  call(operation: string, params: JsonObject): Promise<Answer>;
  /** Sends a request as it is. Rejects over gRPC. */
  request(request: RawRequest): Promise<Answer>;
}
