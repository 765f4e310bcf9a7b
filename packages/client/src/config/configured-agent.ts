import type { KnownVersion } from "@a2a/types";
import type * as z from "zod";
import type { Credential } from "../auth/credential.ts";
import { apiKey, basic, bearer } from "../auth/http-credentials.ts";
import { Secret } from "../auth/secret.ts";
import type { NamedAgent } from "../connect/connect.ts";
import { clientCredentials } from "../oauth/client-credentials.ts";
import type { ConfigDocument } from "./document.ts";
import type { AuthSchema, ClientEntrySchema, RemoteAgentEntrySchema } from "./schema.ts";

/** A configured agent, from either section. Printing it shows no secret. */
export interface ConfiguredAgent {
  readonly name: string;
  readonly url: string;
  readonly cardUrl?: string;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  /** The maximum number of attempts per call. */
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly versions?: readonly KnownVersion[];
  readonly headers?: Readonly<Record<string, Secret>>;
  readonly auth?: ConfiguredAuth;
  /** Whether the credentials are sent even if the agent's card declares no security scheme, as an `authToken` is. */
  readonly sendsUndeclared?: true;
}

/** The credentials of a client, with secrets wrapped. */
export type ConfiguredAuth =
  | { readonly type: "bearer"; readonly token: Secret }
  | { readonly type: "basic"; readonly username: string; readonly password: Secret }
  | { readonly type: "apiKey"; readonly key: Secret; readonly name?: string }
  | {
      readonly type: "oauth2-client-credentials";
      readonly clientId: string;
      readonly clientSecret: Secret;
      readonly tokenUrl?: string;
      readonly scope?: string;
    };

type ClientEntry = z.output<typeof ClientEntrySchema>;
type RemoteAgentEntry = z.output<typeof RemoteAgentEntrySchema>;
type Said = Partial<Omit<ConfiguredAgent, "name">>;

const DEFAULTS = { pollIntervalMs: 1_000, maxRetries: 3, retryDelayMs: 1_000 };

/** The agents of both sections in one namespace. An agent may be in both if the entries agree. */
export function mergeAgents(
  clients: Readonly<Record<string, ClientEntry>>,
  remoteAgents: Readonly<Record<string, RemoteAgentEntry>>,
  document: ConfigDocument,
): Record<string, ConfiguredAgent> {
  const agents: Record<string, ConfiguredAgent> = Object.create(null) as Record<string, ConfiguredAgent>; // names are free
  for (const name of new Set([...Object.keys(clients), ...Object.keys(remoteAgents)])) {
    const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
    const remote = Object.hasOwn(remoteAgents, name) ? remoteAgents[name] : undefined;
    const first = client && fromClient(client);
    const second = remote && fromRemoteAgent(remote);
    const differing = first && second ? contradiction(first, second) : undefined;
    if (differing) {
      throw document.problem(
        ["a2a", "remoteAgents", name],
        `a2a.clients has an agent of this name with another ${differing}`,
      );
    }
    const said = { ...second, ...first };
    const timeoutMs = client ? 300_000 : 60_000;
    agents[name] = { name, url: rootOf(said.cardUrl ?? ""), timeoutMs, ...DEFAULTS, ...said };
  }
  return agents;
}

/** The options for connecting to a configured agent, secrets included. */
export function toNamedAgent(agent: ConfiguredAgent): NamedAgent {
  const { url, cardUrl, timeoutMs, pollIntervalMs, maxRetries, retryDelayMs, versions, headers, auth } = agent;
  const { sendsUndeclared: undeclared = false } = agent;
  return {
    url,
    timeoutMs,
    pollIntervalMs,
    maxRetries: Math.max(0, maxRetries - 1),
    retryDelayMs,
    ...(cardUrl !== undefined && { cardUrl }),
    ...(versions && { versions }),
    ...(auth && { auth: toCredential(auth, undeclared) }),
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.reveal()])),
    }),
  };
}

function fromClient({ url, agentCardUrl, timeout, pollInterval, maxRetries, retryDelay, ...rest }: ClientEntry): Said {
  return {
    ...(url !== undefined && { url }),
    ...(agentCardUrl !== undefined && { cardUrl: agentCardUrl }),
    ...(timeout !== undefined && { timeoutMs: timeout * 1000 }),
    ...(pollInterval !== undefined && { pollIntervalMs: pollInterval * 1000 }),
    ...(maxRetries !== undefined && { maxRetries }),
    ...(retryDelay !== undefined && { retryDelayMs: retryDelay * 1000 }),
    ...shared(rest),
  };
}

function fromRemoteAgent({ endpoint, agentCardUrl, timeout, authToken, ...rest }: RemoteAgentEntry): Said {
  return {
    ...(endpoint !== undefined && { url: endpoint }),
    ...(agentCardUrl !== undefined && { cardUrl: agentCardUrl }),
    ...(timeout !== undefined && { timeoutMs: timeout }),
    ...(authToken !== undefined && { auth: { type: "bearer", token: new Secret(authToken) }, sendsUndeclared: true }),
    ...shared(rest),
  };
}

function shared({ versions, auth, headers }: Pick<ClientEntry, "versions" | "auth" | "headers">): Said {
  return {
    ...(versions && { versions }),
    ...(auth && { auth: wrapAuth(auth) }),
    ...(headers && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, new Secret(value)])),
    }),
  };
}

function wrapAuth(auth: z.output<typeof AuthSchema>): ConfiguredAuth {
  switch (auth.type) {
    case "bearer":
      return { ...auth, token: new Secret(auth.token) };
    case "basic":
      return { ...auth, password: new Secret(auth.password) };
    case "apiKey":
      return { ...auth, key: new Secret(auth.key) };
    case "oauth2-client-credentials":
      return { ...auth, clientSecret: new Secret(auth.clientSecret) };
  }
}

function toCredential(auth: ConfiguredAuth, undeclared: boolean): Credential {
  switch (auth.type) {
    case "bearer":
      return bearer(auth.token, { undeclared });
    case "basic":
      return basic(auth.username, auth.password);
    case "apiKey":
      return apiKey(auth.key, auth.name === undefined ? {} : { name: auth.name });
    case "oauth2-client-credentials":
      return clientCredentials(auth);
  }
}

/** The first member with different values in the two sections. */
function contradiction(first: Said, second: Said): string | undefined {
  const members = Object.keys(first) as (keyof Said)[];
  return members.find((member) => second[member] !== undefined && !isSame(first[member], second[member]));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, revealed) === JSON.stringify(b, revealed);
}

/** JSON masks secrets, so they are compared by value. */
function revealed(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  return raw instanceof Secret ? raw.reveal() : value;
}

/** The URL of an agent of which only the card URL is known. */
function rootOf(cardUrl: string): string {
  return cardUrl === "" ? "" : new URL("/", cardUrl).href;
}
