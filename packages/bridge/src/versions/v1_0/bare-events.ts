import type { JsonObject, JsonValue } from "@a2a/types";

/** The members of a 1.0 event, by the tag that peers give to events without them. */
const MEMBERS: Readonly<Record<string, string>> = {
  // `type`, of `cortex` peers
  TaskStatusUpdateEvent: "statusUpdate",
  TaskArtifactUpdateEvent: "artifactUpdate",
  Task: "task",
  Message: "message",
  // `kind`, as in 0.3: LangGraph sends such events in streams of 1.0
  "status-update": "statusUpdate",
  "artifact-update": "artifactUpdate",
  task: "task",
  message: "message",
};

/** A bare, tagged event in 1.0 form, and whether it is the last one; `undefined` for any other. */
export function fromBareEvent(frame: JsonObject): { frame: JsonValue; final: boolean } | undefined {
  const { type, kind = type, final, ...event } = frame;
  if (typeof kind !== "string" || !Object.hasOwn(MEMBERS, kind)) return undefined;
  const member = MEMBERS[kind] ?? "";
  return {
    frame: { [member]: event },
    final: member === "message" || (member === "statusUpdate" && final === true),
  };
}
