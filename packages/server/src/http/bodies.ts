import { A2AError, type JsonLimits, type Principal } from "@a2a/types";
import { Budget, type QuotaOwner } from "../budgets/budget.ts";
import type { HeavyWork } from "../budgets/heavy-work.ts";
import { JsonScan } from "../budgets/json-scan.ts";
import { LimitError } from "../budgets/limit-error.ts";
import type { MaybePromise } from "../util/maybe-promise.ts";
import type { BodyBounds, IncomingRequest, ReadBody } from "./incoming-request.ts";

/** How large bodies of requests may be. */
export interface BodyLimitOptions {
  /** The largest body of a request, in bytes. Default 10 MiB. */
  maxBodyBytes?: number;
  /** The largest body of a caller without valid credentials, in bytes. Default 64 KiB. */
  maxUnauthenticatedBodyBytes?: number;
  /**
   * The bytes of bodies that are being received, or whose messages are not stored yet; a body that arrives at once does not count. One
   * caller may use half of it, and all callers without valid credentials together an eighth. Default 16 MiB.
   */
  maxBodyBytesInFlight?: number;
}

/** Bodies longer than this are read one per iteration of the event loop. */
const LARGE = 256 * 1024;

/** Parses a body, and takes over its bytes, which it has to release. */
type Parse<Result> = (body: string, held?: HeldBody) => MaybePromise<Result>;

/** The bytes of a body, from its arrival until its content is stored or answered. */
export class HeldBody implements BodyBounds {
  readonly maxBytes: number;
  readonly #budget: Budget;
  readonly #caller: Principal | undefined;
  readonly #ownerOf: QuotaOwner;
  readonly #json: JsonLimits | undefined;
  #scan: JsonScan | undefined;
  #owner: string | undefined;
  #taken = 0;

  constructor(
    maxBytes: number,
    budget: Budget,
    caller: Principal | undefined,
    ownerOf: QuotaOwner,
    json: JsonLimits | undefined,
  ) {
    this.maxBytes = maxBytes;
    this.#budget = budget;
    this.#caller = caller;
    this.#ownerOf = ownerOf;
    this.#json = json;
  }

  /** Counts bytes that have arrived. Throws when there is no room for them. */
  take(bytes: number): void {
    if (this.#taken === 0 && this.#caller) this.#owner = this.#ownerOf(this.#caller);
    if (!this.#budget.take(this.#owner, bytes)) throw noRoom(this.#budget);
    this.#taken += bytes;
  }

  inspect(chunk: Uint8Array): void {
    this.#scan ??= new JsonScan(this.#json);
    const reason = this.#scan.push(chunk);
    if (reason !== undefined) throw new A2AError("INVALID_REQUEST", `The payload is out of bounds: ${reason}`);
  }

  /** Gives all of them back. */
  release(): void {
    if (this.#taken > 0) this.#budget.give(this.#owner, this.#taken);
    this.#taken = 0;
  }
}

/** Reads the bodies of requests within the limits of their callers. */
export class Bodies {
  readonly #maxBytes: number;
  readonly #maxUnauthenticated: number;
  readonly #inFlight: Budget;
  readonly #unauthenticated: Budget;
  readonly #heavy: HeavyWork;
  readonly #ownerOf: QuotaOwner;
  readonly #json: JsonLimits | undefined;

  constructor(options: BodyLimitOptions & { json?: JsonLimits }, heavy: HeavyWork, ownerOf: QuotaOwner) {
    const {
      maxBodyBytes = 10_485_760,
      maxUnauthenticatedBodyBytes = 65_536,
      maxBodyBytesInFlight = 16_777_216,
    } = options;
    this.#maxBytes = maxBodyBytes;
    this.#maxUnauthenticated = Math.min(maxUnauthenticatedBodyBytes, maxBodyBytes);
    this.#inFlight = new Budget(maxBodyBytesInFlight, Math.max(maxBodyBytesInFlight / 2, maxBodyBytes));
    this.#unauthenticated = new Budget(maxBodyBytesInFlight / 8, maxBodyBytesInFlight / 8);
    this.#heavy = heavy;
    this.#ownerOf = ownerOf;
    this.#json = options.json;
  }

  /** How many bytes of bodies are being held. */
  get inFlight(): number {
    return this.#inFlight.used + this.#unauthenticated.used;
  }

  /** Parses the body of a caller that is known. */
  read<Result>({ body, readBody }: IncomingRequest, caller: Principal, parse: Parse<Result>): MaybePromise<Result> {
    return readBody ? this.#read(readBody, this.hold(caller), parse) : parse(body);
  }

  /** Parses the body of a caller whose credentials are missing or wrong: only to answer in the caller's own form. */
  readUnauthenticated<Result>({ body, readBody }: IncomingRequest, parse: Parse<Result>): MaybePromise<Result> {
    if (!readBody) return parse(body);
    const bounds = [this.#maxUnauthenticated, this.#unauthenticated, undefined, this.#ownerOf, this.#json] as const;
    return this.#read(readBody, new HeldBody(...bounds), parse);
  }

  async #read<Result>(readBody: ReadBody, held: HeldBody, parse: Parse<Result>): Promise<Result> {
    let isParsed = false;
    try {
      const body = await readBody(held);
      if (body.length > LARGE) await this.#heavy.turn();
      isParsed = true;
      return parse(body, held);
    } finally {
      if (!isParsed) held.release();
    }
  }

  /** Counts a body of a known caller. */
  hold(caller: Principal): HeldBody {
    return new HeldBody(this.#maxBytes, this.#inFlight, caller, this.#ownerOf, this.#json);
  }
}

function noRoom({ total }: Budget): LimitError {
  const message = `More than ${total} bytes of request bodies are being received: send it again shortly`;
  return new LimitError("maxBodyBytesInFlight", "CAPACITY_EXCEEDED", message, { retryAfterMs: 1_000 });
}
