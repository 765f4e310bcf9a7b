import { join } from "node:path";
import { urlGuard } from "@a2a/http";
import { isSpecialAddress, type NodeClient, nodeClient } from "@a2a/http/node";
import type { Logger } from "@a2a/types";
import { isLoopback } from "@a2a/types/internal";
import { createAgentHandler } from "../agent/create-agent-handler.ts";
import type { AgentHandler } from "../agent/create-with-codecs.ts";
import type { WebhookSenderOptions } from "../agent/options.ts";
import { allMetrics, type Metrics } from "../telemetry/metrics.ts";
import { LOOPBACK } from "./http-server.ts";
import { openEngine } from "./open-engine.ts";
import { readSecretKey } from "./secret-key-file.ts";
import type { HostedAgent } from "./serve-options.ts";
import { type Exposure, webhookEgress } from "./webhook-egress.ts";

/** The properties of the server that an agent uses. */
export interface ServedAt {
  readonly host: string;
  readonly baseUrl: string;
  readonly basePath?: string;
  /** Records measurements in addition to those that the options configure. */
  readonly metrics?: Metrics | undefined;
}

/** An agent whose storage is open. */
export interface OpenAgent {
  /** Makes the handler, once it is known where the server listens. */
  start(at: ServedAt): AgentHandler;
  /** Lets go of everything that this module has opened. */
  close(): Promise<void>;
}

/** Opens the storage of an agent. */
export async function openAgent(
  options: HostedAgent,
  name: string,
  defaultLogger: Logger,
  exposure: Exposure,
): Promise<OpenAgent> {
  const {
    store = process.env.A2A_STORE ?? defaultStore(name),
    webhooks: asked = true,
    logger = defaultLogger,
    ...agent
  } = options;
  const engine = options.engine ?? (await openEngine(store, logger));
  const webhooks = webhookOptions(asked, options.engine ? undefined : keyFileOf(store), {
    ...exposure,
    security: options.security,
  });
  return {
    start: ({ host, metrics: live, ...at }) => {
      const metrics = allMetrics([agent.metrics, live]);
      return createAgentHandler({
        ...agent,
        ...at,
        ...(metrics && { metrics }),
        logger,
        engine,
        security: {
          ...options.security,
          ...(isLoopback(host) && { allowedHosts: [...LOOPBACK, ...(options.security?.allowedHosts ?? [])] }),
        },
        ...(webhooks && { webhooks: webhooks.options }),
      });
    },
    async close() {
      await Promise.all([options.engine ? undefined : engine.close({ drainMs: 0 }), webhooks?.client?.close()]);
    },
  };
}

function defaultStore(name: string): string {
  const slug =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "agent";
  return `sqlite:${join(".a2a", `${slug}.db`)}`;
}

/** The file with the encryption key of a store; a store in memory has none. */
function keyFileOf(store: string): string | undefined {
  const path = store.startsWith("sqlite:") ? store.slice("sqlite:".length) : ":memory:";
  return path === ":memory:" ? undefined : `${path}.key`;
}

function webhookOptions(
  webhooks: NonNullable<HostedAgent["webhooks"]>,
  keyFile: string | undefined,
  exposure: Exposure,
): { options: WebhookSenderOptions; client: NodeClient | undefined } | undefined {
  if (webhooks === false) return undefined;
  const { egress: asked, http, ...rest } = webhooks === true ? {} : webhooks;
  const egress = webhookEgress(asked, exposure);
  const client = http ? undefined : nodeClient({ egress, timeoutMs: rest.timeoutMs });
  const options = {
    guard: urlGuard(egress, isSpecialAddress),
    ...(keyFile !== undefined && rest.secretKey === undefined && { secretKey: readSecretKey(keyFile) }),
    ...rest,
    http: http ?? (client as NodeClient).http,
  };
  return { options, client };
}
