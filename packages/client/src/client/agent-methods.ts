import {
  type AgentCard,
  createMessage,
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
import type { CallOptions } from "../transports/transport.ts";

/** What a request may say beside its message. */
export interface RequestOptions {
  configuration?: SendMessageConfiguration | undefined;
  /** Metadata of the request, beside that of the message. */
  metadata?: JsonObject | undefined;
}

/** The operations of an agent as methods. How the calls are made is up to the client. */
export abstract class AgentMethods<Options extends CallOptions, Event> {
  /** Makes a call that is answered once. */
  protected abstract call<Name extends UnaryOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: Options,
  ): Promise<Operations[Name]["output"]>;

  /** Makes a call that is answered by events. */
  protected abstract follow<Name extends StreamingOperation>(
    operation: Name,
    input: Operations[Name]["input"],
    options?: Options,
  ): AsyncGenerator<Event, void, void>;

  /** Sends a message and waits for the task's end, a question, or a message in return. */
  send(message: string | Message, options?: Options & RequestOptions): Promise<SendMessageResponse> {
    return this.call("sendMessage", toRequest(message, options), options);
  }

  /** Sends a message and follows what comes of it to the end of the turn. Leaving the loop closes the connection. */
  stream(message: string | Message, options?: Options & RequestOptions): AsyncGenerator<Event, void, void> {
    return this.follow("sendStreamingMessage", toRequest(message, options), options);
  }

  /** Follows a task to its end. With `lastEventId` it goes on after that event. Leaving the loop closes the connection. */
  subscribe(id: string, options?: Options): AsyncGenerator<Event, void, void> {
    return this.follow("subscribeToTask", { id }, options);
  }

  /** Reads a task. */
  getTask(id: string, options?: Options & { historyLength?: number }): Promise<Task> {
    const historyLength = options?.historyLength;
    return this.call("getTask", { id, ...(historyLength !== undefined && { historyLength }) }, options);
  }

  /** Reads one page of tasks. */
  listTasks(query: ListTasksRequest = {}, options?: Options): Promise<ListTasksResponse> {
    return this.call("listTasks", query, options);
  }

  /** All tasks that fit, page after page, the latest first. */
  async *tasks(query: ListTasksRequest = {}, options?: Options): AsyncGenerator<Task, void, void> {
    let { pageToken } = query;
    for (;;) {
      const page = await this.listTasks({ ...query, ...(pageToken && { pageToken }) }, options);
      yield* page.tasks;
      if (!page.nextPageToken) return;
      if (page.nextPageToken === pageToken) throw new LocalError("PROTOCOL", "the list of tasks goes in a circle");
      pageToken = page.nextPageToken;
    }
  }

  /** Cancels a task. */
  cancelTask(id: string, options?: Options & { metadata?: JsonObject }): Promise<Task> {
    const metadata = options?.metadata;
    return this.call("cancelTask", { id, ...(metadata && { metadata }) }, options);
  }

  /** Registers a webhook for a task. With an `id` of its own it replaces the one of that id. */
  createPushConfig(
    config: TaskPushNotificationConfig & { taskId: string },
    options?: Options,
  ): Promise<TaskPushNotificationConfig> {
    return this.call("createTaskPushNotificationConfig", config, options);
  }

  /** Reads a webhook. */
  getPushConfig(taskId: string, id: string, options?: Options): Promise<TaskPushNotificationConfig> {
    return this.call("getTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Lists the webhooks of a task. */
  async listPushConfigs(taskId: string, options?: Options): Promise<TaskPushNotificationConfig[]> {
    const { configs = [] } = await this.call("listTaskPushNotificationConfigs", { taskId }, options);
    return configs;
  }

  /** Removes a webhook. */
  async deletePushConfig(taskId: string, id: string, options?: Options): Promise<void> {
    await this.call("deleteTaskPushNotificationConfig", { taskId, id }, options);
  }

  /** Reads the card that authenticated callers see. */
  extendedCard(options?: Options): Promise<AgentCard> {
    return this.call("getExtendedAgentCard", {}, options);
  }
}

/** A message, or its text, as a request. */
export function toRequest(
  message: string | Message,
  { configuration, metadata }: RequestOptions = {},
): SendMessageRequest {
  return {
    message: typeof message === "string" ? createMessage(message) : message,
    ...(configuration && { configuration }),
    ...(metadata && { metadata }),
  };
}

/** The options of a call over those of its client; what is not said does not hide a default. */
export function withDefaults<Options extends object>(defaults: Options, options: Options): Options {
  const merged: Options = { ...defaults };
  for (const name in options) if (options[name] !== undefined) merged[name] = options[name];
  return merged;
}
