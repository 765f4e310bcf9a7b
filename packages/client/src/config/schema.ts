import { protocolVersions } from "@a2a/types";
import * as z from "zod";

const Milliseconds = z.number().positive();
const Seconds = z.number().positive();
const Url = z.string().refine((text) => URL.canParse(text), { error: "expected an absolute address" });
const Versions = z.array(z.enum(protocolVersions));

/** How a client proves who it is. */
export const AuthConfigSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("bearer"), token: z.string() }),
  z.strictObject({ type: z.literal("basic"), username: z.string(), password: z.string() }),
  z.strictObject({ type: z.literal("apiKey"), key: z.string(), name: z.string().optional() }),
  z.strictObject({
    type: z.literal("oauth2-client-credentials"),
    clientId: z.string(),
    clientSecret: z.string(),
    tokenUrl: Url.optional(),
    scope: z.string().optional(),
  }),
]);

/** An entry of `a2a.clients`: times are seconds, as this section has always had them. */
export const ClientEntrySchema = z.strictObject({
  url: Url.optional(),
  agentCardUrl: Url.optional(),
  timeout: Seconds.default(300),
  pollInterval: Seconds.default(1),
  maxRetries: z.int().min(0).default(3),
  retryDelay: z.number().min(0).default(1),
  versions: Versions.optional(),
  auth: AuthConfigSchema.optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

/** An entry of `a2a.remoteAgents`: times are milliseconds, as this section has always had them. */
export const RemoteAgentEntrySchema = z.strictObject({
  endpoint: Url.optional(),
  agentCardUrl: Url.optional(),
  authToken: z.string().optional(),
  timeout: Milliseconds.default(60_000),
  versions: Versions.optional(),
  auth: AuthConfigSchema.optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

/** The section `a2a.server`. */
export const ServerEntrySchema = z.strictObject({
  port: z.int().min(0).max(65_535).optional(),
  bindAddress: z.string().optional(),
  allowedOrigins: z.array(z.string()).optional(),
  store: z.string().optional(),
});

/** The whole file. Members beside `a2a` belong to somebody else. */
export const ConfigFileSchema = z.object({
  a2a: z
    .strictObject({
      enabled: z.boolean().default(false),
      clients: z.record(z.string(), ClientEntrySchema).default({}),
      remoteAgents: z.record(z.string(), RemoteAgentEntrySchema).default({}),
      server: ServerEntrySchema.default({}),
    })
    .default({ enabled: false, clients: {}, remoteAgents: {}, server: {} }),
});
/** What a configuration file holds, as it is written there. */
export type ConfigFile = z.output<typeof ConfigFileSchema>;
