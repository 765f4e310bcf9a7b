import { discard, type HttpClient, type HttpResponse } from "@a2a/http";
import { Budget, turnQueue } from "@a2a/server/backend-kit";
import { A2AError } from "@a2a/types";

/** Names the caller of a request on its way through `agentHttp`, which takes it out again. */
export const CALLER_HEADER = "A2A-Gateway-Caller";

/** What requests to one agent keep to. */
export interface AgentHttpOptions {
  /** Whether an address is the agent's own: no other gets credentials. */
  readonly isOwn: (url: string) => boolean;
  /** The names of headers that carry credentials of callers. */
  readonly secretHeaders: readonly string[];
  readonly budget: AnswerBudget;
}

/** The requests to one agent: credentials of callers go to its own addresses only, and large answers are counted. */
export function agentHttp(http: HttpClient, { isOwn, secretHeaders, budget }: AgentHttpOptions): HttpClient {
  const secrets = new Set(secretHeaders.map((name) => name.toLowerCase()));
  return async (request) => {
    const { [CALLER_HEADER]: caller, ...headers } = request.headers ?? {};
    const sent = isOwn(request.url) ? headers : withoutSecrets(headers, secrets);
    const response = await http({ ...request, headers: sent });
    await answered();
    return budget.admit(response, caller);
  };
}

/** Answers that were read in the same turn of the event loop are relayed back to back, as requests are (docs/decisions/011). */
const answered = turnQueue();

function withoutSecrets(headers: Record<string, string>, secrets: ReadonlySet<string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.has(name.toLowerCase())));
}

const SMALL = 65_536;

/**
 * Counts large answers of agents while they are being read. The total is shared by all agents, and one caller may use half of it, so
 * that nobody can fill the memory by asking for large tasks again and again.
 */
export class AnswerBudget {
  readonly #budget: Budget;
  readonly #maxBytes: number;

  constructor(totalBytes: number, maxAnswerBytes: number) {
    this.#budget = new Budget(totalBytes, totalBytes / 2);
    this.#maxBytes = maxAnswerBytes;
  }

  /** How many bytes of answers are being read. */
  get used(): number {
    return this.#budget.used;
  }

  /** An answer whose body counts while it is read. Throws `CAPACITY_EXCEEDED` where there is no room for it. */
  admit(response: HttpResponse, caller: string | undefined): HttpResponse {
    const { status, headers, text } = response;
    const size = Number(headers["content-length"] ?? 0);
    // Streams are read as fast as their callers read them; what is no success or too large is not read as a whole.
    const isRead = status >= 200 && status < 300 && size <= this.#maxBytes;
    if (!isRead || !(size > SMALL) || text === undefined) return response;
    const budget = this.#budget;
    const counted = Math.min(size, budget.share); // a single answer always fits
    if (!budget.take(caller, counted)) {
      discard(response);
      const message = `More than ${budget.total} bytes of answers of agents are being read: try again shortly`;
      throw new A2AError("CAPACITY_EXCEEDED", message, { retryAfterMs: 1_000 });
    }
    const release = () => budget.give(caller, counted);
    return { ...response, text: (maxBytes, timeoutMs) => text(maxBytes, timeoutMs).finally(release) };
  }
}
