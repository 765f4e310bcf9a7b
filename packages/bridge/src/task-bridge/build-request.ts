import type { JsonObject, JsonValue, Operations, ProtocolVersion } from "@a2a/types";
import { randomId } from "../codec/scalars.ts";
import { nativeMessageId } from "../versions/v0_1/native-id.ts";
import { type BridgedOperation, oldest, spellingOf } from "./generations.ts";

/** The protocol version of a request. */
export interface RequestOptions {
  /** Default `0.1`, the version with the methods `tasks/send`, `tasks/get` and `tasks/cancel`. */
  version?: ProtocolVersion;
}

/** Options of a send request. */
export interface SendOptions extends RequestOptions {
  /** Context for the goal; it becomes a second text part. */
  context?: string;
  /**
   * The id of the task. Callers of 0.1 choose it; the default is a fresh UUID. In later versions the server chooses it, so here
   * it names the task to continue.
   */
  taskId?: string;
}

/** A request that gives an agent a goal. */
export function buildSendRequest(goal: string, options: SendOptions): JsonObject {
  const { context = "", taskId, version = oldest.version } = options;
  const id = taskId ?? randomId();
  const first = version === oldest.version;
  return envelope(version, "sendMessage", id, {
    message: {
      messageId: first ? nativeMessageId(id) : randomId(),
      role: "ROLE_USER",
      parts: [{ text: goal }, ...(context === "" ? [] : [{ text: context }])],
      ...((first || taskId !== undefined) && { taskId: id }),
    },
  });
}

/** A request that reads a task. */
export function buildGetRequest(taskId: string, { version = oldest.version }: RequestOptions): JsonObject {
  return envelope(version, "getTask", taskId, { id: taskId });
}

/** A request that cancels a task. */
export function buildCancelRequest(taskId: string, { version = oldest.version }: RequestOptions): JsonObject {
  return envelope(version, "cancelTask", taskId, { id: taskId });
}

/** The id of the request is that of the task, so that an answer without a result still tells which task it is about. */
function envelope<Name extends BridgedOperation>(
  version: ProtocolVersion,
  operation: Name,
  id: string,
  input: Operations[Name]["input"],
): JsonObject {
  const { rpcMethod, encodeInput } = spellingOf(version, operation);
  const params: JsonValue = encodeInput(input);
  return { jsonrpc: "2.0", id, method: rpcMethod ?? "", params };
}
