import { protocolVersions } from "@a2a/types";
import * as z from "zod";

const text = z.string().min(1);
const url = z.url({ protocol: /^https?$/, error: 'expected a URL such as "https://agent.example"' });
const count = z.int().min(1);
const port = z.int().min(0).max(65_535).optional();
const versions = z.array(z.enum(protocolVersions)).min(1).optional();

const credentials = z.union(
  [
    z.enum(["none", "pass"]),
    z.strictObject({ passHeaders: z.array(text).min(1) }),
    z.strictObject({ bearer: text }),
    z.strictObject({ apiKey: text, name: text.optional() }),
    z.strictObject({ basic: z.strictObject({ username: text, password: text }) }),
    z.strictObject({
      clientCredentials: z.strictObject({ tokenUrl: url, clientId: text, clientSecret: text, scope: text.optional() }),
    }),
    z.strictObject({
      exchange: z.strictObject({
        tokenUrl: url,
        clientId: text,
        clientSecret: text,
        audience: text.optional(),
        scope: text.optional(),
      }),
    }),
  ],
  { error: "expected none, pass, or an object with passHeaders, bearer, apiKey, basic, clientCredentials or exchange" },
);

const allowError =
  'expected a user after the scheme or the issuer that vouches for it, such as "bearer ann" or "https://login.example ann"';

const agent = z.strictObject({
  url,
  credentials: credentials.optional(),
  versions,
  bindings: z
    .array(z.enum(["JSONRPC", "HTTP+JSON", "GRPC"]))
    .min(1)
    .optional(),
  headers: z.record(text, text).optional(),
  origins: z.array(url).optional(),
  hosts: z.array(text).optional(),
  card: z.enum(["rewritten", "verbatim"]).optional(),
  timeoutMs: count.optional(),
  breaker: z.strictObject({ failures: count.optional(), restMs: count.optional() }).optional(),
  /** The users that may call the agent, each after who vouches for it: `bearer ann`, or the issuer of a token. Default: all. */
  allow: z.array(text.regex(/^\S+ \S/, { error: allowError })).optional(),
});

/** The configuration file of a gateway. */
export const GatewayConfigSchema = z.strictObject({
  port,
  host: text.optional(),
  publicUrl: url.optional(),
  /** Where callers are served over gRPC. */
  grpc: z
    .strictObject({
      port,
      host: text.optional(),
      address: text.optional(),
      cleartext: z.boolean().optional(),
      maxMessageSize: count.optional(),
      health: z.boolean().optional(),
      reflection: z.boolean().optional(),
    })
    .optional(),
  store: text.optional(),
  versions,
  routing: z.enum(["path", "tenant"]).optional(),
  defaultAgent: text.optional(),
  /** Users by token, or the issuer of the tokens. */
  auth: z
    .strictObject({
      bearer: z.record(text, text).optional(),
      jwt: z.strictObject({ issuer: text, audience: text, jwks: url }).optional(),
    })
    .optional(),
  allowAnonymous: z.boolean().optional(),
  allowedOrigins: z.array(text).optional(),
  limits: z
    .strictObject({
      callsPerSecond: z.number().positive().optional(),
      burst: count.optional(),
      messagesPerDay: count.optional(),
      streamsPerCaller: count.optional(),
      callsPerCaller: count.optional(),
      bodyBytes: count.optional(),
    })
    .optional(),
  webhooks: z
    .strictObject({
      enabled: z.boolean().optional(),
      callbackUrl: url.optional(),
      allowPrivate: z.boolean().optional(),
      /** Encrypts the secrets of webhooks in the store; the same for all gateways that share it. */
      secretKey: z.string().min(16, { error: "expected at least 16 characters, such as a random id" }).optional(),
    })
    .optional(),
  agents: z.record(z.string(), agent),
});
/** The configuration file of a gateway. */
export type GatewayConfig = z.infer<typeof GatewayConfigSchema>;
