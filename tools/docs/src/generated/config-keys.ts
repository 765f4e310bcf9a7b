import type { A2AConfig } from "@a2a/client/config";
import type { ServerConfig } from "@a2a/server/node";
import type { JsonValue } from "@a2a/types";

/** The documentation of one key of the configuration file. Its type comes from the schema. */
export interface ConfigKey {
  /** The default; absent when there is none. */
  readonly fallback?: string | number | boolean;
  readonly example: JsonValue;
  readonly meaning: string;
}

type Keys<Name extends string = string> = Readonly<Record<Name, ConfigKey>>;

/** The keys of `a2a` itself. */
export const rootKeys: Keys<Extract<keyof A2AConfig, "enabled"> & keyof ServerConfig> = {
  enabled: {
    fallback: false,
    example: true,
    meaning: "whether to serve; `serveFromConfig` does nothing unless it is true",
  },
};

// Both packages read this section, the client from the file and the server from what was read.
type ServerKeys = keyof A2AConfig["server"] & keyof NonNullable<ServerConfig["server"]>;

/** The keys of `a2a.server`. */
export const serverKeys: Keys<ServerKeys> = {
  port: { fallback: 0, example: 4000, meaning: "the port to listen on; 0 picks a free one" },
  bindAddress: {
    fallback: "127.0.0.1",
    example: "0.0.0.0",
    meaning: "the address to listen on; an address other machines can reach requires authentication",
  },
  allowedOrigins: {
    fallback: "none",
    example: ["https://desk.example"],
    meaning: "the web origins that may call the agent from a browser (CORS)",
  },
  store: {
    fallback: "sqlite:.a2a/<name>.db",
    example: "sqlite:/var/lib/desk/tasks.db",
    meaning: "where tasks are stored: `memory`, `sqlite:FILE` or `postgres://…`",
  },
};

const both: Keys = {
  versions: {
    fallback: "all",
    example: ["1.0", "0.3"],
    meaning: "the protocol versions the client may use with this agent",
  },
  auth: {
    fallback: "none",
    example: { type: "bearer", token: variable("DESK_TOKEN") },
    meaning: "credentials, by `type`; see below",
  },
  headers: {
    fallback: "none",
    example: { "X-Team": "harbour" },
    meaning: "headers sent with every request to the agent's own origin; never printed",
  },
};

const agentCardUrl: ConfigKey = {
  example: "https://tide.example/cards/clerk.json",
  meaning: "the URL of the card, when it is not at the well-known path; sufficient on its own",
};

/** The keys of an entry of `a2a.clients`. Times are seconds. */
export const clientKeys: Keys = {
  url: { example: "https://tide.example", meaning: "the agent's address" },
  agentCardUrl,
  timeout: { fallback: 300, example: 60, meaning: "seconds a task may take" },
  pollInterval: { fallback: 1, example: 2.5, meaning: "seconds between two polls, when the agent does not stream" },
  maxRetries: { fallback: 3, example: 5, meaning: "the number of attempts per call" },
  retryDelay: { fallback: 1, example: 0.5, meaning: "seconds before the second attempt; later delays grow" },
  ...both,
};

/** The keys of an entry of `a2a.remoteAgents`. Times are milliseconds. */
export const remoteAgentKeys: Keys = {
  endpoint: { example: "https://tide.example", meaning: "the agent's address" },
  agentCardUrl,
  authToken: {
    example: variable("DESK_TOKEN"),
    meaning: "a bearer token; shorthand for `auth`, so give one of the two",
  },
  timeout: { fallback: 60_000, example: 5_000, meaning: "milliseconds a call may take" },
  ...both,
};

/** The keys of `auth`, by its `type`. */
export const authKeys: Readonly<Record<string, Keys>> = {
  bearer: { token: { example: variable("DESK_TOKEN"), meaning: "the token" } },
  basic: {
    username: { example: "desk", meaning: "the user name" },
    password: { example: variable("DESK_PASSWORD"), meaning: "the password" },
  },
  apiKey: {
    key: {
      example: variable("DESK_KEY"),
      meaning: "the key; the card says which header, query parameter or cookie carries it",
    },
    name: { example: "X-API-Key", meaning: "use the key only for a scheme with this header, parameter or cookie name" },
  },
  "oauth2-client-credentials": {
    clientId: { example: "desk", meaning: "the OAuth client id" },
    clientSecret: { example: variable("DESK_SECRET"), meaning: "the OAuth client secret" },
    tokenUrl: {
      example: "https://id.example/token",
      meaning: "the token endpoint; defaults to the card's, if that is at the agent's own origin",
    },
    scope: { example: "a2a", meaning: "the scopes to request; defaults to the scopes in the card" },
  },
};

/** A reference to a variable, as written in the file. */
function variable(name: string): string {
  return `\${${name}}`;
}
