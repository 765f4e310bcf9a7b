import type { Headers } from "@a2a/bridge";
import type { Credential, TokenExchange } from "@a2a/client/auth";
import type { CallContext } from "@a2a/server/backend-kit";
import { A2AError } from "@a2a/types";

/**
 * The credentials that an agent is shown. They go to the agent's own origins and to nobody else.
 *
 * - `"none"`: none, the default.
 * - `{ pass }`: those of the caller, in the headers named; `{ pass: true }` means `Authorization`. The agent decides about each caller.
 * - `{ exchange }`: a token that stands for the caller at this agent, from `tokenExchange`.
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

/** Whether the agent can tell callers apart, so that it decides who may see which task. */
export function tellsCallersApart(credentials: AgentCredentials): boolean {
  return credentials !== "none" && !("own" in credentials);
}

/** The headers that a call needs at the agent. */
export function headersFor(
  credentials: AgentCredentials,
  { call: { headers } }: CallContext,
): Promise<Record<string, string>> | Record<string, string> {
  if (credentials === "none" || "own" in credentials) return NONE;
  if ("exchange" in credentials) return exchanged(credentials.exchange, headers);
  return Object.fromEntries(
    callerHeaders(credentials).flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const NONE: Record<string, string> = {};

async function exchanged(exchange: TokenExchange, { authorization = "" }: Headers): Promise<Record<string, string>> {
  const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  if (token === undefined) {
    throw new A2AError("UNAUTHENTICATED", "A bearer token is required, which is exchanged for one of the agent");
  }
  return { authorization: `Bearer ${await exchange(token)}` };
}
