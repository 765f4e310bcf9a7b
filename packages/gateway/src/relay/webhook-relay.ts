import type { VersionCodec } from "@a2a/bridge";
import { type DeliveredEvent, webhookHandler } from "@a2a/client/webhook";
import type { HttpClient, UrlGuard } from "@a2a/http";
import type { WebhookSigner } from "@a2a/server";
import { checkWebhook, postDelivery, type WebhookSecrets } from "@a2a/server/backend-kit";
import {
  createId,
  type Logger,
  type ProtocolVersion,
  type StreamResponse,
  type Task,
  type TaskPushNotificationConfig,
} from "@a2a/types";
import type { AgentLink } from "../agents/agent-link.ts";
import { tellsCallersApart } from "../agents/credentials.ts";
import type { RouteStore, WebhookRoute } from "../routes/route-store.ts";
import type { NotificationEvent } from "../telemetry/events.ts";
import { ownerOf, type Relay, type RelayedCall } from "./relay-context.ts";

/** The dependencies of the webhook relay. */
export interface WebhookRelayParts {
  readonly http: HttpClient;
  readonly guard: UrlGuard;
  readonly signer: WebhookSigner | undefined;
  readonly timeoutMs: number;
  readonly secrets: WebhookSecrets;
  readonly codecs: ReadonlyMap<ProtocolVersion, VersionCodec>;
  readonly routes: RouteStore;
  readonly links: ReadonlyMap<string, AgentLink>;
  /** The address of the gateway's webhooks, as agents reach it. */
  readonly callbackUrl: string;
  readonly logger: Logger;
  readonly onEvent: ((event: NotificationEvent) => void) | undefined;
}

/** The webhook that an agent is given with a message, in place of the caller's. */
export interface InlineWebhook {
  readonly config: TaskPushNotificationConfig;
  /** The agent has sent the id of the task. */
  begun(taskId: string): Promise<void>;
}

/**
 * Relays notifications: an agent calls a webhook of the gateway, which calls that of the caller, in the caller's protocol version and
 * signed by the gateway. The agent is answered when the caller was, so that a delivery which fails is repeated by the agent, and the
 * gateway keeps none.
 */
export class WebhookRelay {
  readonly #parts: WebhookRelayParts;

  constructor(parts: WebhookRelayParts) {
    this.#parts = parts;
  }

  /** Registers the webhook that came with a message. */
  async inline(relay: Relay, context: RelayedCall, config: TaskPushNotificationConfig): Promise<InlineWebhook> {
    const route = await this.register(relay, context, config, undefined);
    return {
      config: this.forAgent(route),
      begun: async (taskId) => this.#parts.routes.putWebhook({ ...route, taskId }),
    };
  }

  /** Stores the webhook of a caller. One with the same id is replaced. */
  async register(
    { link, routes }: Relay,
    { scope, call }: RelayedCall,
    config: TaskPushNotificationConfig,
    taskId: string | undefined,
  ): Promise<WebhookRoute> {
    const { tenant: _, ...asked } = config;
    checkWebhook(asked, this.#parts.guard);
    const owner = ownerOf(scope);
    const id = asked.id ?? (call.codec.optionalPushIds && taskId !== undefined ? taskId : createId());
    const earlier = taskId === undefined ? [] : await routes.listWebhooks(owner, link.name, taskId);
    const replaced = earlier.find((webhook) => webhook.config.id === id);
    const sealed = await this.#parts.secrets.seal({ ...asked, id });
    const route: WebhookRoute = {
      id: replaced?.id ?? createId(),
      token: replaced?.token ?? createId(),
      agentConfigId: replaced?.agentConfigId,
      agent: link.name,
      owner,
      version: call.codec.version,
      config: { ...sealed, id },
      ...(taskId !== undefined && { taskId }),
    };
    await routes.putWebhook(route);
    return route;
  }

  /** The webhook that the agent calls. */
  forAgent({ id, token, taskId, config }: WebhookRoute): TaskPushNotificationConfig {
    return {
      id: config.id,
      ...(taskId !== undefined && { taskId }),
      url: `${this.#parts.callbackUrl}/${id}`,
      token,
    };
  }

  /** The webhook as its caller registered it. */
  open({ config, taskId }: WebhookRoute): Promise<TaskPushNotificationConfig> {
    return this.#parts.secrets.open({ ...config, ...(taskId !== undefined && { taskId }) });
  }

  /** Answers a request at one of the gateway's webhooks. */
  async receive(id: string, request: Request): Promise<Response> {
    const route = await this.#parts.routes.getWebhook(id);
    if (route === undefined) return refusal(404, "no such webhook");
    let isGone = false;
    const handler = webhookHandler({
      token: route.token,
      expects: (taskId) => route.taskId === undefined || route.taskId === taskId,
      logger: this.#parts.logger,
      onEvent: async (delivered) => {
        const tell = (outcome: NotificationEvent["outcome"]) =>
          this.#parts.onEvent?.({ type: "notification", time: new Date().toISOString(), agent: route.agent, outcome });
        try {
          isGone = await this.#deliver(route, delivered);
          tell(isGone ? "gone" : "delivered");
        } catch (error) {
          tell("failed");
          throw error;
        }
      },
    });
    const response = await handler(request);
    return isGone ? refusal(410, "the receiver of these notifications is gone") : response;
  }

  /** Whether the receiver is gone for good. Throws when it has to be tried again. */
  async #deliver(route: WebhookRoute, delivered: DeliveredEvent): Promise<boolean> {
    const { codecs, routes } = this.#parts;
    const codec = codecs.get(route.version);
    const taskId = route.taskId ?? delivered.taskId;
    if (codec === undefined || taskId === undefined) return false;
    const alias = codec.clientTaskIds ? (await routes.find(taskId, route.agent))?.alias : undefined;
    const task = await this.#taskOf(route, codec, delivered.event, taskId);
    const { url, token, authentication } = await this.open(route);
    const body = JSON.stringify(codec.push.encode(delivered.event, { ...task, id: alias ?? taskId }));
    const seq = numberOf(delivered);
    const outcome = await postDelivery(this.#parts, { url, token, authentication, codec, taskId, seq, body });
    if (outcome === "taken") return false;
    if (outcome !== "gone")
      throw new Error(`the webhook of a caller of agent ${route.agent} did not accept a delivery`);
    await routes.deleteWebhook(route.id);
    return true;
  }

  /**
   * The task as of an event, for receivers that expect it. It is read from the agent, unless only callers can read it: then it is what
   * the event tells.
   */
  async #taskOf(route: WebhookRoute, codec: VersionCodec, event: StreamResponse, taskId: string): Promise<Task> {
    if ("task" in event) return event.task;
    const { contextId } =
      "statusUpdate" in event ? event.statusUpdate : "artifactUpdate" in event ? event.artifactUpdate : event.message;
    const shown: Task = {
      id: taskId,
      ...(contextId !== undefined && { contextId }),
      status: "statusUpdate" in event ? event.statusUpdate.status : { state: "TASK_STATE_WORKING" },
      ...("artifactUpdate" in event && { artifacts: [event.artifactUpdate.artifact] }),
    };
    const link = this.#parts.links.get(route.agent);
    if (!codec.push.wholeTask || !link || tellsCallersApart(link.options.credentials ?? "none")) return shown;
    return link.call("getTask", { id: taskId }, {});
  }
}

function refusal(status: number, error: string): Response {
  return new Response(JSON.stringify({ error }), { status, headers: { "Content-Type": "application/json" } });
}

/** The number of a delivery: that of the agent, or one that is the same when the agent delivers the event again. */
function numberOf({ id = "", event }: DeliveredEvent): number {
  const [, digits] = /\/(\d{1,15})$/.exec(id) ?? [];
  if (digits !== undefined) return Number(digits);
  let hash = 0;
  for (const unit of JSON.stringify(event)) hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}
