import type { StreamItem } from "@a2a/bridge";
import type { Message, SendMessageRequest, StreamResponse, Task, TaskPushNotificationConfig } from "@a2a/types";
import type { Scope, TaskEngine } from "../engine/port/task-engine.ts";
import type { CallContext, Performed, ServerCall } from "./call.ts";

// This module imports nothing, so that bundles load it on demand at no cost.

/** Finds a task by the id that its caller uses: one that the caller chose, or one that was given out. */
export type ResolveTask = (
  scope: Scope,
  asked: string,
) => Promise<{ readonly id: string; readonly alias: string | undefined }>;

/**
 * Performs a call of a protocol version whose callers choose the ids of their tasks. Operations know tasks by the ids that were given
 * out: the caller's id is resolved on input, and replaces the other on output.
 */
export async function withTaskAliases(
  context: CallContext,
  resolve: ResolveTask,
  perform: (context: CallContext) => Performed | Promise<Performed>,
): Promise<Performed> {
  const { call } = context;
  if (call.operation === "sendMessage" || call.operation === "sendStreamingMessage") {
    const { message, ...request } = call.input as SendMessageRequest; // what these operations take
    const taskAlias = call.taskAlias ?? message.taskId;
    const input = { ...request, message: withoutTask(message) };
    return renamed(await perform(changed(context, { input, taskAlias })), taskAlias);
  }
  const member = "taskId" in call.input ? "taskId" : "id";
  const asked = (call.input as { id?: string; taskId?: string })[member];
  if (asked === undefined) return perform(context);
  const { id, alias } = await resolve(context.scope, asked);
  const input = { ...call.input, [member]: id } as ServerCall["input"]; // with another id
  return renamed(await perform(changed(context, { input })), alias);
}

/** Finds tasks of an engine, by the id that a caller chose or by the one that was given out. */
export function resolveIn(engine: Pick<TaskEngine, "resolveAlias" | "summary">): ResolveTask {
  return async (scope, asked) => {
    const id = await engine.resolveAlias(scope, asked);
    if (id !== undefined) return { id, alias: asked };
    const task = await engine.summary(scope, asked);
    return { id: asked, alias: task?.alias };
  };
}

function changed(context: CallContext, call: Partial<ServerCall>): CallContext {
  return { ...context, call: { ...context.call, ...call } };
}

function withoutTask({ taskId: _, ...message }: Message): Message {
  return message;
}

function renamed(performed: Performed, alias: string | undefined): Performed {
  if (alias === undefined) return performed;
  if ("batches" in performed) return { ...performed, batches: renamedBatches(performed.batches, alias) };
  const { output } = performed;
  const value = () => renamedOutput("json" in output ? output.value : output, alias);
  return { ...performed, output: value() as typeof output }; // the same with another id
}

/** An output that names a task, by the id its caller chose. */
function renamedOutput(output: object, id: string): object {
  if ("task" in output) return { ...output, task: { ...(output.task as Task), id } };
  if ("configs" in output) {
    const configs = output.configs as readonly TaskPushNotificationConfig[];
    return { ...output, configs: configs.map((config) => ({ ...config, taskId: id })) };
  }
  if ("status" in output) return { ...output, id };
  return "taskId" in output ? { ...output, taskId: id } : output;
}

function renamedBatches(
  batches: AsyncIterable<readonly StreamItem[]>,
  alias: string,
): AsyncIterable<readonly StreamItem[]> {
  return {
    [Symbol.asyncIterator]() {
      const source = batches[Symbol.asyncIterator]();
      return {
        next: async () => {
          const { done, value } = await source.next();
          return done ? { done, value } : { done: false, value: value.map((item) => renamedItem(item, alias)) };
        },
        return: async () => {
          await source.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

function renamedItem({ seq, event }: StreamItem, taskId: string): StreamItem {
  return { ...(seq !== undefined && { seq }), event: renamedEvent(event, taskId) };
}

function renamedEvent(event: StreamResponse, taskId: string): StreamResponse {
  if ("task" in event) return { task: { ...event.task, id: taskId } };
  if ("statusUpdate" in event) return { statusUpdate: { ...event.statusUpdate, taskId } };
  if ("artifactUpdate" in event) return { artifactUpdate: { ...event.artifactUpdate, taskId } };
  return event;
}
