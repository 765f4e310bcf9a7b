import { isEventStream } from "@a2a/bridge";
import { discard, type HttpClient, type HttpResponse } from "@a2a/http";
import { loopQueue } from "@a2a/server/backend-kit";
import { type AnswerBudget, CallBudget, SMALL } from "./answer-budget.ts";
import { CountedBody } from "./counted-body.ts";

/** The limits of requests to one agent. */
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
    const { headers = {}, body = "" } = request;
    const sent = isOwn(request.url) ? headers : withoutSecrets(headers, secrets);
    const call = request.budget instanceof CallBudget ? request.budget : undefined;
    // What belongs to no call counts while it is read.
    const counted = call ?? new CallBudget(budget.budget, undefined);
    counted.takeRequest(body.length);
    try {
      const response = await http({ ...request, headers: sent });
      await new Promise<void>(answered);
      return admit(response, counted, budget.maxAnswerBytes, call === undefined);
    } catch (error) {
      counted.release();
      throw error;
    }
  };
}

/** Answers that were read in the same iteration of the event loop are relayed back to back, as requests are (docs/decisions/011). */
const answered = loopQueue();

/** An answer whose body counts, or whose events do while they are read. */
function admit(response: HttpResponse, counted: CallBudget, maxBytes: number, isAlone: boolean): HttpResponse {
  const { status, headers, text } = response;
  const isSuccess = status >= 200 && status < 300;
  if (isSuccess && isEventStream(headers["content-type"])) {
    counted.release();
    return { status, headers, body: new CountedBody(response.body, counted.budget, counted.owner) };
  }
  const size = Number(headers["content-length"] ?? 0);
  // Do not read responses that are unsuccessful or too large as a whole.
  const isRead = isSuccess && size <= maxBytes;
  if (!isRead || !(size > SMALL) || text === undefined) {
    counted.release();
    return response;
  }
  try {
    counted.take(size);
  } catch (error) {
    discard(response);
    throw error;
  }
  if (!isAlone) return response;
  return { ...response, text: (limit, timeoutMs) => text(limit, timeoutMs).finally(() => counted.release()) };
}

/** Headers without those that carry credentials of callers. */
export function withoutSecrets(
  headers: Readonly<Record<string, string>>,
  secrets: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !secrets.has(name.toLowerCase())));
}
