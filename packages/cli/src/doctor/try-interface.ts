import { type AgentCard, createId, isJsonObject, isLocalError } from "@a2a/types";
import type { Reply } from "../conformance/reply.ts";
import type { TestedEndpoint } from "../conformance/tested-endpoint.ts";
import { error, info, type Symptom, warning } from "./symptom.ts";

/** The result of a call to one interface. */
export interface Tried {
  /** Whether the interface answers as its card says. */
  readonly answers: boolean;
  /** Whether the interface asks for credentials, or for others. */
  readonly wantsCredentials: boolean;
  readonly symptoms: readonly Symptom[];
  /** The headers of the response, if there was one. */
  readonly headers?: Reply["headers"];
}

/** Facts about the caller that decide how a refusal is read. */
export interface TryOptions {
  readonly url: string;
  /** Whether credentials are sent. */
  readonly hasCredentials: boolean;
  readonly signal: AbortSignal;
}

/** Asks an interface for a task that cannot exist, which changes nothing, and explains any answer but "task not found". */
export async function tryInterface(endpoint: TestedEndpoint, options: TryOptions): Promise<Tried> {
  const { url, signal } = options;
  const spoken = `${endpoint.codec.version} over ${endpoint.binding}`;
  let reply: Reply;
  try {
    reply = await endpoint.ask("getTask", { id: createId() });
  } catch (problem) {
    signal.throwIfAborted();
    const isLate = isLocalError(problem, "TIMEOUT");
    const what = problem instanceof Error ? problem.message : String(problem);
    const advice = isLate
      ? "The agent, or a proxy in front of it, does not answer a lookup: check that it reads the request body."
      : "Set the url of this interface to where the agent listens.";
    const symptom = error(isLate ? "call/timeout" : "call/unreachable", `${spoken} at ${url}: ${what}`, advice);
    return { answers: false, wantsCredentials: false, symptoms: [symptom] };
  }
  const wantsCredentials = reply.status === 401 || reply.status === 403 || authCode(endpoint, reply);
  const symptoms = wantsCredentials
    ? [credentials(endpoint, reply, options)]
    : judged(endpoint, reply, `${spoken} at ${url}`, options.hasCredentials);
  const answers = symptoms.every(({ severity }) => severity !== "error");
  return { answers, wantsCredentials, symptoms, headers: reply.headers };
}

function authCode(endpoint: TestedEndpoint, reply: Reply): boolean {
  return endpoint.refusal(reply, "UNAUTHENTICATED", "PERMISSION_DENIED") === undefined;
}

function credentials(endpoint: TestedEndpoint, reply: Reply, { url, hasCredentials }: TryOptions): Symptom {
  const challenge = reply.headers["www-authenticate"];
  return needsCredentials(endpoint.card, { url, hasCredentials, challenge, refusal: `HTTP ${reply.status}` });
}

/** An interface that refused a call for its credentials. */
interface Refused {
  readonly url: string;
  /** Whether credentials were sent. */
  readonly hasCredentials: boolean;
  /** The answer, in a few words. */
  readonly refusal: string;
  /** The scheme that the answer asks for. */
  readonly challenge?: string | undefined;
}

/** Explains a refusal by the schemes that the card declares. */
export function needsCredentials(card: AgentCard, { url, hasCredentials, refusal, challenge }: Refused): Symptom {
  const declared = Object.keys(card.securitySchemes ?? {});
  if (declared.length === 0) {
    const asked = challenge === undefined ? "" : `, asking for ${challenge}`;
    const advice = "Declare the scheme in securitySchemes and securityRequirements: no client can guess it.";
    return error("auth/undeclared", `${url} returned ${refusal}${asked}, but the card declares no scheme`, advice);
  }
  if (hasCredentials) {
    const advice = "Check that the credentials are valid and meant for this agent.";
    return error("auth/rejected", `${url} rejected the credentials with ${refusal}`, advice);
  }
  const advice = "Pass --bearer, --api-key or --header to check the rest.";
  return info("auth/needed", `the agent asks for credentials, as its card declares: ${declared.join(", ")}`, advice);
}

function judged(endpoint: TestedEndpoint, reply: Reply, where: string, hasCredentials: boolean): Symptom[] {
  if (endpoint.refusal(reply, "TASK_NOT_FOUND") === undefined)
    return hasCredentials ? [] : unguarded(endpoint.card, where);
  const { status, json, text } = reply;
  const refused = endpoint.error(reply);
  const said = endpoint.describe(reply);
  const isMessage = isJsonObject(json) && (endpoint.binding === "HTTP+JSON" || json.jsonrpc !== undefined);
  if (isMessage && refused !== undefined) {
    const isUnknown = (["METHOD_NOT_FOUND", "VERSION_NOT_SUPPORTED"] as const).some(
      (code) => endpoint.refusal(reply, code) === undefined,
    );
    if (isUnknown && !(endpoint.binding === "HTTP+JSON" && status === 404)) {
      return [
        error(
          "call/version",
          `${where} is not supported: ${said}`,
          "Declare the protocol version that the agent speaks.",
        ),
      ];
    }
    if (endpoint.binding === "JSONRPC" || status !== 404) {
      if (status < 500 && endpoint.refusal(reply, "INTERNAL") !== undefined) return [odd(where, said)];
      return [failing(where, said)];
    }
  }
  if (status === 404) {
    return [error("call/not-found", `${where}: HTTP 404`, "Set the url of this interface to the agent's endpoint.")];
  }
  if (status === 405) {
    const advice = "Set the url to the endpoint itself: this address serves pages or another method only.";
    return [error("call/wrong-method", `${where}: HTTP 405`, advice)];
  }
  if (status === 402) {
    return [
      error(
        "call/payment",
        `${where}: HTTP 402`,
        "Declare the payment extension in the card, so that clients can know.",
      ),
    ];
  }
  if (status >= 300 && status < 400) {
    const advice = "Name the final URL in the card: clients do not send messages to where a redirect points.";
    return [error("call/redirect", `${where}: redirects to ${reply.headers.location ?? "nowhere"}`, advice)];
  }
  if (status >= 500) return [failing(where, said)];
  if (json === undefined) {
    const isPage = /^\s*</.test(text);
    const advice = isPage
      ? "Route this path to the agent: a web page answers instead."
      : "Answer with JSON, and nothing before or after it.";
    return [error(isPage ? "call/html" : "call/not-json", `${where}: ${said}`, advice)];
  }
  if (status >= 400) return [error("call/refused", `${where}: ${said}`, "Accept the protocol's own request format.")];
  const advice =
    endpoint.binding === "JSONRPC"
      ? 'Answer with a JSON-RPC 2.0 object that has "result" or "error".'
      : "Answer an unknown task with HTTP 404 and an error body.";
  return [error("call/bad-response", `${where}: ${said}`, advice)];
}

/** An interface that fails on a lookup. */
export function failing(where: string, said: string): Symptom {
  return error("call/failing", `${where}: ${said}`, "Check the agent's log: it fails on a lookup of an unknown task.");
}

/** An interface that answers the lookup of an unknown task with something else. */
export function odd(where: string, said: string): Symptom {
  const advice = "Answer a lookup of an unknown task with TaskNotFoundError.";
  return warning("call/odd-error", `${where}: ${said} instead of "task not found"`, advice);
}

/** The card asks for credentials, and a call without any was answered. */
export function unguarded({ securityRequirements = [] }: AgentCard, where: string): Symptom[] {
  const isOptional = securityRequirements.some(({ schemes }) => Object.keys(schemes).length === 0);
  if (securityRequirements.length === 0 || isOptional) return [];
  const advice = "Check that the agent really verifies credentials, or drop securityRequirements.";
  return [warning("auth/not-enforced", `${where} answers without the credentials that the card requires`, advice)];
}
