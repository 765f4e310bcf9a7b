import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { OperationTable } from "../../../codec/operation-table.ts";
import type { RestForms } from "../../../codec/version-codec.ts";
import { protoOperations } from "../proto/operations.ts";
import { tagged } from "./rest-tagged.ts";

const withContent = protoOperations("content");
const withParts = protoOperations("parts");

/**
 * The two formats of 0.3 over HTTP+JSON: the specification shows the objects of JSON-RPC, the official SDKs send
 * ProtoJSON. A request is answered in its own format, one without a body in ProtoJSON.
 */
export const restForms: RestForms = { fallback: withContent, choose };

function choose(body: JsonValue): OperationTable {
  if (!isJsonObject(body)) return Array.isArray(body) ? tagged : withContent;
  const subject = [body.message, body.request, body.task, body.statusUpdate, body.artifactUpdate, body.config].find(
    isJsonObject,
  );
  if (isTagged(subject ?? body)) return tagged;
  const message = messageIn(body);
  return message && Array.isArray(message.parts) && message.content === undefined ? withParts : withContent;
}

/** Whether an object is in the JSON-RPC format: by its tag, or by the spelling of its role, state, owner or security. */
function isTagged(subject: JsonObject): boolean {
  const { kind, role, status, taskId, pushNotificationConfig, configs, tasks, securitySchemes } = subject;
  if (typeof kind === "string") return true;
  if (typeof role === "string") return !role.startsWith("ROLE_");
  if (isJsonObject(status) && typeof status.state === "string") return !status.state.startsWith("TASK_STATE_");
  if (isJsonObject(pushNotificationConfig)) return typeof taskId === "string";
  if (Array.isArray(configs)) return configs.some((config) => isJsonObject(config) && isTagged(config));
  if (Array.isArray(tasks)) return tasks.some((task) => isJsonObject(task) && isTagged(task));
  if (!isJsonObject(securitySchemes)) return false;
  return Object.values(securitySchemes).some((scheme) => isJsonObject(scheme) && typeof scheme.type === "string");
}

function messageIn({ message, request }: JsonObject): JsonObject | undefined {
  return [message, request].find(isJsonObject);
}
