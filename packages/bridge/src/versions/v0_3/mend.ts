import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import type * as z from "zod";
import {
  type Mend,
  mendEach,
  mendMembers,
  mendNumber,
  mendObject,
  mendPart,
  mendStatusIn,
  type StatusForm,
  withoutNulls,
} from "../../codec/mending.ts";
import { type Reader, reader, unlessStrict } from "../../codec/read.ts";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";

const STATES: readonly string[] = v0_3.TaskStateSchema.options;
const part = mendPart("kind");

/** Reads by a schema of 0.2 or 0.3, bringing what does not fit into form first unless reading is strict. */
export function lenientReader<T>(schema: z.ZodType<T>, choose: (known: ReturnType<typeof menders>) => Mend): Reader<T> {
  return reader(
    schema,
    unlessStrict((wire, options) => choose(menders(options))(wire)),
  );
}

/** Deviations of 0.2 and 0.3 peers that are met in the field, brought into form. */
function menders(options?: CodecOptions) {
  const createId = options?.createId ?? randomId;

  const message: Mend = mendObject(({ content, ...wire }) => ({
    kind: "message",
    messageId: createId(),
    role: "agent",
    ...(content !== undefined && { parts: mendEach(part)(content) }),
    ...mendMembers(wire, { parts: mendEach(part), role: mendRole }),
  }));
  const form: StatusForm = {
    states: STATES,
    message,
    fromText: (text) => ({
      kind: "message",
      messageId: createId(),
      role: "agent",
      parts: [{ kind: "text", text }],
    }),
  };
  const artifact: Mend = mendObject((wire) => ({
    artifactId: createId(),
    ...mendMembers(wire, { parts: mendEach(part) }),
  }));
  // Some servers do not tag their tasks, or know no contexts.
  const task: Mend = mendObject((wire) => ({
    kind: "task",
    ...(typeof wire.id === "string" && { contextId: wire.id }),
    ...mendMembers(mendStatusIn(wire, form), { history: mendEach(message), artifacts: mendEach(artifact) }),
  }));
  const event: Mend = mendObject((wire) => {
    const kind = kindOf(wire);
    if (kind === "task") return { ...(task(wire) as JsonObject), kind }; // an object in, an object out
    if (kind === "message") return { ...(message(wire) as JsonObject), kind }; // as above
    const contextId = options?.contextId ?? wire.taskId;
    const around = { ...(contextId !== undefined && { contextId }), ...wire, kind };
    if (kind === "status-update") return { final: false, ...mendStatusIn(around, form) };
    return mendMembers(around, { artifact });
  });
  const query: Mend = mendObject((wire) => mendMembers(wire, { historyLength: mendNumber }));
  const send: Mend = mendObject(({ messageId, ...wire }) => {
    const asUser: JsonObject = { role: "user", ...(messageId !== undefined && { messageId }) };
    const inner = isJsonObject(wire.message) ? { ...asUser, ...withoutNulls(wire.message) } : wire.message;
    return { ...mendMembers(wire, { configuration: query }), ...(inner !== undefined && { message: message(inner) }) };
  });
  const push: Mend = mendObject((wire) => mendMembers(wire, { pushNotificationConfig: mendObject((inner) => inner) }));
  return { task, event, send, query, push };
}

/** What an object without a tag is. */
function kindOf(wire: JsonObject): string {
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
