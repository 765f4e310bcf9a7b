import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import type * as z from "zod";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import {
  type Normalize,
  normalizeEach,
  normalizeMembers,
  normalizeNumber,
  normalizeObject,
  normalizePart,
  normalizeStatusIn,
  type StatusForm,
  withoutNulls,
} from "../../normalize/normalize-members.ts";
import { type Reader, reader, unlessStrict } from "../../normalize/read.ts";

const STATES: readonly string[] = v0_3.TaskStateSchema.options;
const part = normalizePart("kind");

/** Reads by a schema of 0.2 or 0.3, normalizing known deviations unless strict. */
export function lenientReader<T>(
  schema: z.ZodType<T>,
  choose: (known: ReturnType<typeof normalizers>) => Normalize,
): Reader<T> {
  return reader(
    schema,
    unlessStrict((wire, options) => choose(normalizers(options))(wire)),
  );
}

/** Normalizers for known deviations of 0.2 and 0.3 peers. */
function normalizers(options?: CodecOptions) {
  const createId = options?.createId ?? randomId;

  const message: Normalize = normalizeObject(({ content, ...wire }) => ({
    kind: "message",
    messageId: createId(),
    role: "agent",
    ...(content !== undefined && { parts: normalizeEach(part)(content) }),
    ...normalizeMembers(wire, { parts: normalizeEach(part), role: normalizeRole }),
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
  const artifact: Normalize = normalizeObject((wire) => ({
    artifactId: createId(),
    ...normalizeMembers(wire, { parts: normalizeEach(part) }),
  }));
  // Some servers omit the tag of tasks, or have no contexts.
  const task: Normalize = normalizeObject((wire) => ({
    kind: "task",
    ...(typeof wire.id === "string" && { contextId: wire.id }),
    ...normalizeMembers(normalizeStatusIn(wire, form), {
      history: normalizeEach(message),
      artifacts: normalizeEach(artifact),
    }),
  }));
  const event: Normalize = normalizeObject((wire) => {
    const kind = kindOf(wire);
    if (kind === "task") return { ...(task(wire) as JsonObject), kind }; // an object in, an object out
    if (kind === "message") return { ...(message(wire) as JsonObject), kind }; // as above
    const contextId = options?.contextId ?? wire.taskId;
    const around = { ...(contextId !== undefined && { contextId }), ...wire, kind };
    if (kind === "status-update") return { final: false, ...normalizeStatusIn(around, form) };
    return normalizeMembers(around, { artifact });
  });
  const query: Normalize = normalizeObject((wire) => normalizeMembers(wire, { historyLength: normalizeNumber }));
  const send: Normalize = normalizeObject(({ messageId, ...wire }) => {
    const asUser: JsonObject = { role: "user", ...(messageId !== undefined && { messageId }) };
    const inner = isJsonObject(wire.message) ? { ...asUser, ...withoutNulls(wire.message) } : wire.message;
    return {
      ...normalizeMembers(wire, { configuration: query }),
      ...(inner !== undefined && { message: message(inner) }),
    };
  });
  const push: Normalize = normalizeObject((wire) =>
    normalizeMembers(wire, { pushNotificationConfig: normalizeObject((inner) => inner) }),
  );
  return { task, event, send, query, push };
}

/** The kind of an untagged object. */
function kindOf(wire: JsonObject): string {
  if (typeof wire.kind === "string" && wire.kind !== "") return wire.kind;
  if ("parts" in wire || "content" in wire) return "message";
  if ("artifact" in wire) return "artifact-update";
  if ("status" in wire) return "taskId" in wire ? "status-update" : "task";
  return "task";
}

function normalizeRole(wire: JsonValue): JsonValue {
  if (wire === "ROLE_USER") return "user";
  return wire === "ROLE_AGENT" ? "agent" : wire;
}
