import { type JsonObject, protocolVersions, toJsonSchema } from "@a2a/types";
import * as z from "zod";

const Url = z.string().refine(isHttpUrl, { error: "expected an address such as https://agent.example" });
const versions = z.exactOptional(z.array(z.enum(protocolVersions)).min(1));
const headers = z.exactOptional(z.record(z.string(), z.string()));

/** The credentials of a client. */
export const AuthSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("bearer"), token: z.string() }),
  z.strictObject({ type: z.literal("basic"), username: z.string(), password: z.string() }),
  z.strictObject({ type: z.literal("apiKey"), key: z.string(), name: z.exactOptional(z.string()) }),
  z.strictObject({
    type: z.literal("oauth2-client-credentials"),
    clientId: z.string(),
    clientSecret: z.string(),
    tokenUrl: z.exactOptional(Url),
    scope: z.exactOptional(z.string()),
  }),
]);
const auth = z.exactOptional(AuthSchema);

/** An entry of `a2a.clients`: times are in seconds. */
export const ClientEntrySchema = z
  .strictObject({
    url: z.exactOptional(Url),
    agentCardUrl: z.exactOptional(Url),
    timeout: z.exactOptional(z.number().positive().describe("Seconds a task may take. Default 300.")),
    pollInterval: z.exactOptional(z.number().positive().describe("Seconds between two looks. Default 1.")),
    maxRetries: z.exactOptional(z.int().min(0).describe("How many times a call is tried. Default 3.")),
    retryDelay: z.exactOptional(z.number().min(0).describe("Seconds before the second try. Default 1.")),
    versions,
    auth,
    headers,
  })
  .refine(({ url, agentCardUrl }) => url !== undefined || agentCardUrl !== undefined, {
    error: "expected url, or agentCardUrl",
  });

/** An entry of `a2a.remoteAgents`: times are in milliseconds. */
export const RemoteAgentEntrySchema = z
  .strictObject({
    endpoint: z.exactOptional(Url),
    agentCardUrl: z.exactOptional(Url),
    authToken: z.exactOptional(z.string()),
    timeout: z.exactOptional(z.number().positive().describe("Milliseconds a call may take. Default 60000.")),
    versions,
    auth,
    headers,
  })
  .refine(({ endpoint, agentCardUrl }) => endpoint !== undefined || agentCardUrl !== undefined, {
    error: "expected endpoint, or agentCardUrl",
  })
  .refine((entry) => entry.authToken === undefined || entry.auth === undefined, {
    error: "expected authToken or auth, not both",
  });

/** The section `a2a.server`. */
export const ServerEntrySchema = z.strictObject({
  port: z.exactOptional(z.int().min(0).max(65_535)),
  bindAddress: z.exactOptional(z.string()),
  allowedOrigins: z.exactOptional(z.array(z.string())),
  store: z.exactOptional(z.string().describe("memory, sqlite:FILE or postgres://….")),
});

/** The whole file. Members beside `a2a` belong to other programs. */
export const ConfigFileSchema = z.object({
  a2a: z.exactOptional(
    z.strictObject({
      enabled: z.exactOptional(z.boolean().describe("Whether to serve. Default false.")),
      clients: z.exactOptional(z.record(z.string(), ClientEntrySchema)),
      remoteAgents: z.exactOptional(z.record(z.string(), RemoteAgentEntrySchema)),
      server: z.exactOptional(ServerEntrySchema),
    }),
  ),
});

/** The JSON Schema of a configuration file, for completion and validation in editors. */
export function configJsonSchema(): JsonObject {
  return { title: "A2A configuration", ...toJsonSchema(ConfigFileSchema) };
}

/** Members of type number or boolean: an expanded variable is converted. */
export const SCALARS: ReadonlySet<string> = new Set([
  "enabled",
  "port",
  "timeout",
  "pollInterval",
  "maxRetries",
  "retryDelay",
]);

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
