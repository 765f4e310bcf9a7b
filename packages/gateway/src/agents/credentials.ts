import type { Credential, TokenExchange } from "@a2a/client/auth";
import { type CallContext, tokenOf } from "@a2a/server/backend-kit";
import { A2AError, type Principal } from "@a2a/types";

/**
 * The credentials that an agent is shown. They go to the agent's own origins and to nobody else.
 *
 * - `"none"`: none, the default.
 * - `{ pass }`: those of the caller, in the headers named; `{ pass: true }` means `Authorization`. The agent decides about each caller.
 * - `{ exchange }`: a token that stands for the caller at this agent, from `tokenExchange`. Only the bearer token that identified the caller is
 *   exchanged: a token that came beside another credential was not checked, and may be that of another user.
 * - `{ own }`: credentials of the gateway, for the security schemes that the agent's card declares. All callers are one to the agent
 *   then, and the gateway itself sees to it that each gets at its own tasks only.
 */
export type AgentCredentials =
  | "none"
  | { readonly pass: true | readonly string[] }
  | { readonly exchange: TokenExchange }
  | { readonly own: Credential | readonly Credential[] };

/** The names of the headers in which an agent is shown credentials that differ from caller to caller. */
export function callerHeaders(credentials: AgentCredentials): readonly string[] {
  if (credentials === "none" || "own" in credentials) return [];
  if ("exchange" in credentials || credentials.pass === true) return ["authorization"];
  return credentials.pass.map((name) => name.toLowerCase());
}

/** Whether tokens of callers are exchanged for the agent. */
export function exchangesTokens(credentials: AgentCredentials = "none"): boolean {
  return credentials !== "none" && "exchange" in credentials;
}

/** Whether the agent can tell callers apart, so that it decides who may see which task. */
export function tellsCallersApart(credentials: AgentCredentials): boolean {
  return credentials !== "none" && !("own" in credentials);
}

/** The headers that a call needs at the agent. */
export function headersFor(
  credentials: AgentCredentials,
  { call: { headers }, caller }: CallContext,
): Promise<Record<string, string>> | Record<string, string> {
  if (credentials === "none" || "own" in credentials) return NONE;
  if ("exchange" in credentials) return exchanged(credentials.exchange, caller);
  return Object.fromEntries(
    callerHeaders(credentials).flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const NONE: Record<string, string> = {};

async function exchanged(exchange: TokenExchange, caller: Principal): Promise<Record<string, string>> {
  const token = tokenOf(caller);
  if (token === undefined) {
    throw new A2AError(
      "UNAUTHENTICATED",
      "A bearer token is required, by which the gateway identifies you and which it exchanges for one of the agent",
    );
  }
  return { authorization: `Bearer ${await exchange(token)}` };
}
