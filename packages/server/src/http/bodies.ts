import { A2AError, type JsonLimits, type Principal } from "@a2a/types";
import { Budget, type QuotaOwner } from "../budgets/budget.ts";
import type { HeavyWork } from "../budgets/heavy-work.ts";
import { JsonScan } from "../budgets/json-scan.ts";
import { LimitError } from "../budgets/limit-error.ts";
import type { IncomingRequest } from "./incoming-request.ts";

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

/** Bodies longer than this are read one per turn of the event loop. */
const LARGE = 256 * 1024;

/** Parses a body. From then on it is up to the parser to release its bytes. */
type Parse<Result> = (body: string, held?: HeldBody) => Result;

/** The bytes of a body, from its arrival until its content is stored or answered. */
export interface HeldBody {
  /** Counts bytes that have arrived. Throws when there is no room for them. */
  readonly take: (bytes: number) => void;
  /** Gives all of them back. */
  readonly release: () => void;
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
  read<Result>({ body, readBody }: IncomingRequest, caller: Principal, parse: Parse<Result>): Result | Promise<Result> {
    return readBody ? this.#read(readBody, this.#maxBytes, this.#inFlight, caller, parse) : parse(body);
  }

  /** Parses the body of a caller whose credentials are missing or wrong: only to answer in the caller's own form. */
  readUnauthenticated<Result>({ body, readBody }: IncomingRequest, parse: Parse<Result>): Result | Promise<Result> {
    return readBody
      ? this.#read(readBody, this.#maxUnauthenticated, this.#unauthenticated, undefined, parse)
      : parse(body);
  }

  async #read<Result>(
    readBody: NonNullable<IncomingRequest["readBody"]>,
    maxBytes: number,
    budget: Budget,
    caller: Principal | undefined,
    parse: Parse<Result>,
  ): Promise<Result> {
    const held = this.#hold(budget, caller);
    let isParsed = false;
    try {
      let scan: JsonScan | undefined;
      const inspect = (chunk: Uint8Array) => {
        scan ??= new JsonScan(this.#json);
        const reason = scan.push(chunk);
        if (reason !== undefined) throw new A2AError("INVALID_REQUEST", `The payload is out of bounds: ${reason}`);
      };
      const body = await readBody({ maxBytes, take: held.take, inspect });
      if (body.length > LARGE) await this.#heavy.turn();
      isParsed = true;
      return parse(body, held);
    } finally {
      if (!isParsed) held.release();
    }
  }

  /** Counts a body of a known caller that another binding receives. */
  hold(caller: Principal): HeldBody {
    return this.#hold(this.#inFlight, caller);
  }

  #hold(budget: Budget, caller: Principal | undefined): HeldBody {
    let taken = 0;
    let owner: string | undefined;
    return {
      take: (bytes) => {
        if (taken === 0 && caller) owner = this.#ownerOf(caller);
        if (!budget.take(owner, bytes)) throw noRoom(budget);
        taken += bytes;
      },
      release: () => {
        if (taken > 0) budget.give(owner, taken);
        taken = 0;
      },
    };
  }
}

function noRoom({ total }: Budget): LimitError {
  const message = `More than ${total} bytes of request bodies are being received: send it again shortly`;
  return new LimitError("maxBodyBytesInFlight", "CAPACITY_EXCEEDED", message, { retryAfterMs: 1_000 });
}
