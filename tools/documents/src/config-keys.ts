import type { A2AConfig, ServerSection } from "@a2a/client/config";
import type { ServerConfig } from "@a2a/server/node";
import type { JsonValue } from "@a2a/types";

/** What is to be said about one key of the configuration file. Its type is in the schema. */
export interface ConfigKey {
  /** What counts when the key is absent; `undefined` when there is nothing to say. */
  readonly fallback?: string | number | boolean;
  readonly example: JsonValue;
  readonly meaning: string;
}

type Keys<Name extends string = string> = Readonly<Record<Name, ConfigKey>>;

/** The keys of `a2a` itself. */
export const rootKeys: Keys<Extract<keyof A2AConfig, "enabled"> & keyof ServerConfig> = {
  enabled: { fallback: false, example: true, meaning: "whether to serve: `serveFromConfig` does nothing without it" },
};

// Both packages read this section, the client from the file and the server from what was read.
type ServerKeys = keyof ServerSection & keyof NonNullable<ServerConfig["server"]>;

/** The keys of `a2a.server`. */
export const serverKeys: Keys<ServerKeys> = {
  port: { fallback: 0, example: 4000, meaning: "where to listen; 0 is any free port" },
  bindAddress: {
    fallback: "127.0.0.1",
    example: "0.0.0.0",
    meaning: "the address to listen at; other machines are let in only to an agent that asks for credentials",
  },
  allowedOrigins: {
    fallback: "none",
    example: ["https://desk.example"],
    meaning: "the web pages that may call, exactly as browsers name them",
  },
  store: {
    fallback: "sqlite:.a2a/<name>.db",
    example: "sqlite:/var/lib/desk/tasks.db",
    meaning: "where tasks live: `memory`, or `sqlite:FILE`",
  },
};

const both: Keys = {
  versions: { fallback: "all", example: ["1.0", "0.3"], meaning: "the generations to speak; never loosened" },
  auth: {
    fallback: "none",
    example: { type: "bearer", token: variable("DESK_TOKEN") },
    meaning: "credentials, by `type`; see below",
  },
  headers: {
    fallback: "none",
    example: { "X-Team": "harbour" },
    meaning: "headers of every request to the agent's own origin; never printed",
  },
};

const agentCardUrl: ConfigKey = {
  example: "https://tide.example/cards/clerk.json",
  meaning: "where the card is, when it is not at the usual place; enough on its own",
};

/** The keys of an entry of `a2a.clients`. Times are seconds. */
export const clientKeys: Keys = {
  url: { example: "https://tide.example", meaning: "the agent's address" },
  agentCardUrl,
  timeout: { fallback: 300, example: 60, meaning: "how many seconds a task may take" },
  pollInterval: { fallback: 1, example: 2.5, meaning: "seconds between two looks, where the agent does not stream" },
  maxRetries: { fallback: 3, example: 5, meaning: "how many times a call is tried" },
  retryDelay: { fallback: 1, example: 0.5, meaning: "seconds before the second try; it grows from there" },
  ...both,
};

/** The keys of an entry of `a2a.remoteAgents`. Times are milliseconds. */
export const remoteAgentKeys: Keys = {
  endpoint: { example: "https://tide.example", meaning: "the agent's address" },
  agentCardUrl,
  authToken: { example: variable("DESK_TOKEN"), meaning: "a bearer token; short for `auth`, and not beside it" },
  timeout: { fallback: 60_000, example: 5_000, meaning: "how many milliseconds a call may take" },
  ...both,
};

/** The keys of `auth`, by its `type`. */
export const authKeys: Readonly<Record<string, Keys>> = {
  bearer: { token: { example: variable("DESK_TOKEN"), meaning: "the token" } },
  basic: {
    username: { example: "desk", meaning: "the name" },
    password: { example: variable("DESK_PASSWORD"), meaning: "the password" },
  },
  apiKey: {
    key: { example: variable("DESK_KEY"), meaning: "the key; the card says where it goes" },
    name: { example: "X-API-Key", meaning: "only for a scheme of the card whose key has this name" },
  },
  "oauth2-client-credentials": {
    clientId: { example: "desk", meaning: "who asks for tokens" },
    clientSecret: { example: variable("DESK_SECRET"), meaning: "its secret" },
    tokenUrl: {
      example: "https://id.example/token",
      meaning: "where tokens are given out; without it the card's, if that is at the agent's own origin",
    },
    scope: { example: "a2a", meaning: "what to ask for; without it what the card asks for" },
  },
};

/** A variable as it stands in a file. */
function variable(name: string): string {
  return `\${${name}}`;
}
