import type { HttpExchange } from "@a2a/http";
import { isA2AError, isLocalError } from "@a2a/types";
import { createTransport, type Endpoint, type Transport } from "../transports/transport.ts";

/** The line to an agent: the endpoint in use, and those to try when it turns out to be wrong. */
export class Line {
  readonly #exchange: HttpExchange;
  readonly #candidates: readonly Endpoint[];
  readonly #notes: string[] = [];
  #transport: Transport;
  #settling: Promise<void> | undefined;
  #settled = false;

  constructor(candidates: readonly [Endpoint, ...Endpoint[]], exchange: HttpExchange) {
    this.#candidates = candidates;
    this.#exchange = exchange;
    this.#transport = createTransport(candidates[0], exchange);
  }

  /** The transport in use. */
  get transport(): Transport {
    return this.#transport;
  }

  /** What was found out on the way, for people to read. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /**
   * Makes a call. When the answer says that this is not how the agent is spoken to, which also means that nothing was carried out,
   * the right way is looked for and the call made again.
   */
  async use<T>(call: (transport: Transport) => Promise<T>): Promise<T> {
    const before = this.#transport;
    try {
      return await call(before);
    } catch (error) {
      if (!isWrongWay(error) || this.#settled) throw error;
      await this.#settle();
      if (this.#transport === before) throw error;
      return call(this.#transport);
    }
  }

  /** Makes sure that the endpoint in use is a right one, for calls that cannot be repeated, such as streams. */
  async settle(): Promise<Transport> {
    await this.#settle();
    return this.#transport;
  }

  #settle(): Promise<void> {
    this.#settling ??= this.#find();
    return this.#settling;
  }

  /** Asks each endpoint for a task that does not exist: the right one says so, and nothing happens anywhere. */
  async #find(): Promise<void> {
    for (const endpoint of this.#candidates) {
      const transport = createTransport(endpoint, this.#exchange);
      const answer = await probe(transport);
      if (answer !== undefined) {
        this.#notes.push(`${describe(endpoint)} does not answer: ${answer}`);
        continue;
      }
      if (this.#notes.length > 0) this.#notes.push(`${describe(endpoint)} does`);
      this.#transport = transport;
      break;
    }
    this.#settled = true;
  }
}

/** Whether an error says that the peer is not spoken to in this way. */
export function isWrongWay(error: unknown): boolean {
  if (isA2AError(error)) {
    return (
      error.code === "METHOD_NOT_FOUND" || error.code === "METHOD_NOT_ALLOWED" || error.code === "VERSION_NOT_SUPPORTED"
    );
  }
  if (!isLocalError(error)) return false;
  const { status } = error;
  return (
    status !== undefined &&
    (status === 404 || status === 405 || status === 415 || status === 501 || error.code === "PROTOCOL")
  );
}

/** Why an endpoint is not the right one; `undefined` when it is. */
async function probe(transport: Transport): Promise<string | undefined> {
  const { version } = transport.endpoint.codec;
  const id = `probe-${crypto.randomUUID()}`;
  try {
    await transport.unary("getTask", { id }, { timeoutMs: 10_000 });
  } catch (error) {
    if (isWrongWay(error) || isLocalError(error)) return (error as Error).message;
  }
  // 0.1 and its successors read tasks alike; how they spell push configurations tells them apart.
  if (version === "1.0") return undefined;
  try {
    await transport.unary("getTaskPushNotificationConfig", { taskId: id, id }, { timeoutMs: 10_000 });
  } catch (error) {
    if (isA2AError(error, "METHOD_NOT_FOUND")) return error.message;
  }
  return undefined;
}

function describe({ codec, binding, url }: Endpoint): string {
  return `${codec.version} over ${binding} at ${url}`;
}
