import type { Answer, ServerRequest } from "@a2a/bridge";

/** A request whose body may not have been read yet. */
export interface IncomingRequest extends ServerRequest {
  /** Reads the body; `body` is empty then. Absent where the body is there already. */
  readonly readBody?: ReadBody;
}

/** Reads a body as text, within bounds. Rejects with an `A2AError` when it exceeds them or is not UTF-8. */
export type ReadBody = (bounds: BodyBounds) => Promise<string>;

/** How much of a body may be read. */
export interface BodyBounds {
  /** The largest body, in bytes. */
  readonly maxBytes: number;
  /** Called before bytes of a body that has not arrived as a whole are kept. Throws when there is no room for them. */
  take(bytes: number): void;
  /** Called with each chunk of such a body, in order. Throws when its content is out of bounds. */
  inspect?(chunk: Uint8Array): void;
}

/** An answer that may occupy a part of the budget for answers until it was sent. */
export interface ServedAnswer extends Answer {
  /** To be called when the answer was sent, or its caller has gone. */
  readonly release?: () => void;
}

/** Handles a request; the signal aborts when its caller disconnects. */
export type Handle = (request: IncomingRequest, signal: AbortSignal) => Promise<ServedAnswer>;
