import {
  type AgentCard,
  createMessage,
  isJsonObject,
  type JsonObject,
  type ListTasksRequest,
  type ListTasksResponse,
  LocalError,
  type Message,
  type Operations,
  type SendMessageConfiguration,
  type SendMessageRequest,
  type SendMessageResponse,
  type StreamingOperation,
  type Task,
  type TaskPushNotificationConfig,
  type UnaryOperation,
} from "@a2a/types";
import { checkContent, kindOf, type OptionNames, refuseNonJson, refuseUnknownOptions } from "@a2a/types/internal";
import type { CallOptions } from "../transports/transport.ts";

/** Members of a send request beside its message. */
export interface RequestOptions {
  configuration?: SendMessageConfiguration | undefined;
  /** Metadata of the request, beside that of the message. */
  metadata?: JsonObject | undefined;
}

/** The names of these. */
export const requestNames: OptionNames<RequestOptions> = { configuration: true, metadata: true };

/** The operations of an agent as methods. Subclasses make the calls. */
export abstract class AgentMethods<Options extends CallOptions, Event> {
  /** The options of every call; others are refused. */
  protected abstract readonly optionNames: OptionNames<Options>;

  /** Makes a unary call. */
  protected abstract call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: Options,
  ): Promise<Operations[Name]["output"]>;

  /** Makes a streaming call. */
  protected abstract follow<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: Options,
  ): AsyncGenerator<Event, void, void>;

  /** Sends a message and waits until the task ends or asks something, or for a message in reply. */
  async send(message: string | Message, options?: Options & RequestOptions): Promise<SendMessageResponse> {
    this.#check("send", options, requestNames);
    return this.call("sendMessage", toRequest(message, options), options);
  }

  /** Sends a message and streams events until the turn ends. Leaving the loop closes the connection. */
  stream(message: string | Message, options?: Options & RequestOptions): AsyncGenerator<Event, void, void> {
    this.#check("stream", options, requestNames);
    return this.follow("sendStreamingMessage", toRequest(message, options), options);
  }

  /** Streams the events of a task until it ends; with `lastEventId`, those after that event. Leaving the loop closes the connection. */
  subscribe(id: string, options?: Options): AsyncGenerator<Event, void, void> {
    this.#check("subscribe", options);
    return this.follow("subscribeToTask", { id }, options);
  }

  /** Reads a task. */
  async getTask(id: string, options?: Options & { historyLength?: number }): Promise<Task> {
    this.#check("getTask", options, { historyLength: true });
    const historyLength = options?.historyLength;
    return this.call("getTask", { id, ...(historyLength !== undefined && { historyLength }) }, options);
  }

  /** Reads one page of tasks. */
  async listTasks(query: ListTasksRequest = {}, options?: Options): Promise<ListTasksResponse> {
    this.#check("listTasks", options);
    return this.call("listTasks", query, options);
  }

  /** Iterates over all matching tasks, page by page, most recent first. */
  async *tasks(query: ListTasksRequest = {}, options?: Options): AsyncGenerator<Task, void, void> {
    let { pageToken } = query;
    for (;;) {
      const page = await this.listTasks({ ...query, ...(pageToken && { pageToken }) }, options);
      yield* page.tasks;
      if (!page.nextPageToken) return;
      if (page.nextPageToken === pageToken)
        throw new LocalError("PROTOCOL", `the server repeated page token ${JSON.stringify(pageToken)}`);
      pageToken = page.nextPageToken;
    }
  }

  /** Cancels a task. */
  async cancelTask(id: string, options?: Options & { metadata?: JsonObject }): Promise<Task> {
    this.#check("cancelTask", options, { metadata: true });
    const metadata = options?.metadata;
    return this.call("cancelTask", { id, ...(metadata && { metadata }) }, options);
  }

  /** Registers a webhook for a task. An existing webhook with the same `id` is replaced. */
  async createPushConfig(
    config: TaskPushNotificationConfig & { taskId: string },
    options?: Options,
  ): Promise<TaskPushNotificationConfig> {
    this.#check("createPushConfig", options);
    return this.call("createTaskPushNotificationConfig", config, options);
  }

  /** Reads a webhook. */
  async getPushConfig(taskId: string, id: string, options?: Options): Promise<TaskPushNotificationConfig> {
    this.#check("getPushConfig", options);
    return this.call("getTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Lists the webhooks of a task. */
  async listPushConfigs(taskId: string, options?: Options): Promise<TaskPushNotificationConfig[]> {
    this.#check("listPushConfigs", options);
    const { configs = [] } = await this.call("listTaskPushNotificationConfigs", { taskId }, options);
    return configs;
  }

  /** Removes a webhook. */
  async deletePushConfig(taskId: string, id: string, options?: Options): Promise<void> {
    this.#check("deletePushConfig", options);
    await this.call("deleteTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Fetches the extended card, which authenticated callers see. */
  async extendedCard(options?: Options): Promise<AgentCard> {
    this.#check("extendedCard", options);
    return this.call("getExtendedAgentCard", {}, options);
  }

  #check(method: string, options: object | undefined, more: Readonly<Record<string, true>> = NONE): void {
    refuseUnknownOptions(method, options, this.optionNames, more);
  }
}

const NONE = {};

/** A send request for a message or its text. */
export function toRequest(
  message: string | Message,
  { configuration, metadata }: RequestOptions = {},
): SendMessageRequest {
  if (typeof message !== "string") checkMessage(message);
  if (metadata !== undefined) refuseNonJson(metadata, "metadata");
  return {
    message: typeof message === "string" ? createMessage(message) : message,
    ...(configuration && { configuration }),
    ...(metadata && { metadata }),
  };
}

/** Refuses what cannot be sent, before a request is made. Callers without types pass anything. */
function checkMessage(message: unknown): void {
  if (!isJsonObject(message) || !Array.isArray(message.parts)) {
    throw new TypeError(
      `expected a text or a message, such as createMessage("Hello"), found ${kindOf(message)}${isJsonObject(message) ? " without parts" : ""}`,
    );
  }
  checkContent(message, "message");
}

/** Options of a call merged over defaults; `undefined` members do not override. */
export function withDefaults<Options extends object>(defaults: Options, options: Options): Options {
  const merged: Options = { ...defaults };
  for (const name in options) if (options[name] !== undefined) merged[name] = options[name];
  return merged;
}
