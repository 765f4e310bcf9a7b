import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const GONE = new Error("the caller has disconnected");
/** How many pipelined requests may wait for the answer before theirs. */
const MAX_PIPELINED = 32;

/** The requests that come over one connection. Each is handled when the one before was answered and read. */
export class Connection {
  /** Aborted when the connection closes: one for all requests that come over it, since most of them are answered long before. */
  readonly gone: AbortSignal;
  readonly #socket: Socket;
  /** The answer that is being written. */
  response: ServerResponse | undefined;
  #last: Promise<boolean> = Promise.resolve(true);
  #waiting = 0;

  constructor(socket: Socket) {
    const gone = new AbortController();
    this.gone = gone.signal;
    this.#socket = socket;
    if (socket.destroyed) gone.abort(GONE);
    else socket.once("close", () => gone.abort(GONE));
  }

  /** Whether an answer is still being written, so that a request has to wait. */
  get isBusy(): boolean {
    if (this.#waiting > 0) return true;
    const { response } = this;
    return response !== undefined && !response.writableFinished && !response.destroyed;
  }

  /**
   * Resolves when the request that asks may be handled, in the order of the requests; with `false` when the connection was closed
   * meanwhile. A caller that sends more and more requests without reading the answers is disconnected.
   */
  next(): Promise<boolean> {
    this.#waiting += 1;
    if (this.#waiting > MAX_PIPELINED) this.#socket.destroy();
    this.#last = this.#last.then(() => this.#written());
    return this.#last.finally(() => {
      this.#waiting -= 1;
    });
  }

  async #written(): Promise<boolean> {
    const { response, gone } = this;
    if (response && !response.writableFinished && !gone.aborted) {
      await new Promise((resolve) => response.once("close", resolve));
    }
    return !gone.aborted;
  }
}

const connections = new WeakMap<Socket, Connection>();

/** The connection over which a request came. */
export function connectionOf(socket: Socket): Connection {
  let connection = connections.get(socket);
  if (connection === undefined) {
    connection = new Connection(socket);
    connections.set(socket, connection);
  }
  return connection;
}
