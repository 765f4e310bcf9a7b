import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import {
  keepRawState,
  type Mend,
  mendEach,
  mendMembers,
  mendNumber,
  mendObject,
  mendPart,
  mendStatus as mendStatusOf,
} from "../../codec/mending.ts";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";

const STATES: readonly string[] = v0_3.TaskStateSchema.options;
const part = mendPart("kind");

/** Deviations of 0.2 and 0.3 peers that are met in the field, brought into form. */
export function menders(options?: CodecOptions) {
  const createId = options?.createId ?? randomId;

  const message: Mend = mendObject(({ content, ...wire }) => ({
    kind: "message",
    messageId: createId(),
    role: "agent",
    ...(content !== undefined && { parts: content }),
    ...mendMembers(wire, { parts: mendEach(part), role: mendRole }),
  }));
  const status = mendStatusOf(STATES, message, (text) => ({
    kind: "message",
    messageId: createId(),
    role: "agent",
    parts: [{ kind: "text", text }],
  }));
  const artifact: Mend = mendObject((wire) => ({
    artifactId: createId(),
    ...mendMembers(wire, { parts: mendEach(part) }),
  }));
  const task: Mend = mendObject((wire) => ({
    kind: "task",
    ...(typeof wire.id === "string" && { contextId: wire.id }),
    ...mendMembers(keepRawState(wire, STATES), {
      status,
      history: mendEach(message),
      artifacts: mendEach(artifact),
    }),
  }));
  const contextId = options?.contextId === undefined ? {} : { contextId: options.contextId };
  const event: Mend = mendObject((wire) => {
    const kind = kindOf(wire);
    if (kind === "task") return { ...(task(wire) as JsonObject), kind }; // an object in, an object out
    if (kind === "message") return { ...(message(wire) as JsonObject), kind }; // as above
    if (kind === "status-update") {
      return { final: false, ...contextId, ...mendMembers(keepRawState(wire, STATES), { status }), kind };
    }
    return { ...contextId, ...mendMembers(wire, { artifact }), kind };
  });
  const configuration: Mend = mendObject((wire) => mendMembers(wire, { historyLength: mendNumber }));
  const send: Mend = mendObject(({ messageId, ...wire }) => {
    const inner = isJsonObject(wire.message) && messageId !== undefined ? { messageId, ...wire.message } : wire.message;
    const asUser = isJsonObject(inner) ? { role: "user", ...inner } : inner;
    return { ...mendMembers(wire, { configuration }), ...(asUser !== undefined && { message: message(asUser) }) };
  });
  const query: Mend = mendObject((wire) => mendMembers(wire, { historyLength: mendNumber }));
  const push: Mend = mendObject((wire) => wire);

  return { message, task, event, send, query, push };
}

/** What an object without a tag is. */
export function kindOf(wire: JsonObject): string {
  if (typeof wire.kind === "string" && wire.kind !== "") return wire.kind;
  if ("parts" in wire || "content" in wire) return "message";
  if ("artifact" in wire) return "artifact-update";
  if ("status" in wire) return "taskId" in wire ? "status-update" : "task";
  return "task";
}

function mendRole(wire: JsonValue): JsonValue {
  if (wire === "ROLE_USER") return "user";
  return wire === "ROLE_AGENT" ? "agent" : wire;
}
