import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import {
  keepRawState,
  type Mend,
  mendEach,
  mendList,
  mendMembers,
  mendNumber,
  mendObject,
  mendPart,
  mendStatus,
  withoutNulls,
} from "../../codec/mending.ts";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";

const STATES: readonly string[] = v0_1.TaskStateSchema.options;
const part = mendPart("type");

/** Deviations of 0.1 peers that are met in the field, brought into form. */
export function menders(options?: CodecOptions) {
  const message: Mend = mendObject((wire) => ({ role: "agent", ...mendMembers(wire, { parts: mendEach(part) }) }));
  const status = mendStatus(STATES, message, (text) => ({ role: "agent", parts: [{ type: "text", text }] }));
  const artifact: Mend = mendObject((wire) => mendMembers(wire, { parts: mendEach(part), index: mendNumber }));
  const task: Mend = mendObject(({ messages, ...wire }) =>
    mendMembers(keepRawState({ ...(messages !== undefined && { history: messages }), ...wire }, STATES), {
      status,
      artifacts: mendEach(artifact),
      history: mendEach(message),
    }),
  );
  const event: Mend = mendObject((wire) => {
    const id = typeof wire.id === "string" ? wire.id : wire.taskId;
    return {
      ...(id !== undefined && { id }),
      ...mendMembers(keepRawState(wire, STATES), { status, artifact }),
    };
  });
  const authentication: Mend = mendObject((wire) => mendMembers(wire, { schemes: mendList }));
  const config: Mend = mendObject((wire) => mendMembers(wire, { authentication }));
  const send: Mend = mendObject((wire) => {
    const inner = isJsonObject(wire.message) ? { role: "user", ...withoutNulls(wire.message) } : wire.message;
    const id = typeof wire.id === "string" && wire.id !== "" ? wire.id : (options?.createId ?? randomId)();
    return {
      ...sessionOf(wire, inner),
      ...mendMembers(wire, { historyLength: mendNumber, pushNotification: config }),
      id: typeof wire.id === "number" ? String(wire.id) : id,
      ...(inner !== undefined && { message: message(inner) }),
    };
  });
  const query: Mend = mendObject((wire) => mendMembers(wire, { historyLength: mendNumber }));
  const push: Mend = (wire) => (isJsonObject(wire) ? mendMembers(wire, { pushNotificationConfig: config }) : wire);
  return { task, event, send, query, push };
}

/** One dialect names the session in the metadata of the message. */
function sessionOf(wire: JsonObject, message: JsonValue | undefined): JsonObject {
  if (wire.sessionId !== undefined || !isJsonObject(message) || !isJsonObject(message.metadata)) return {};
  const { session_id: session } = message.metadata;
  return typeof session === "string" && session !== "" ? { sessionId: session } : {};
}

/** A 0.1 card as authors write it: modes may stand in the capabilities, and little of it is always there. */
export const mendCard: Mend = mendObject((wire) => {
  const capabilities = isJsonObject(wire.capabilities) ? withoutNulls(wire.capabilities) : {};
  const { input_modes: inputModes, output_modes: outputModes, ...known } = capabilities;
  return {
    version: "",
    skills: [],
    ...(inputModes !== undefined && { defaultInputModes: inputModes }),
    ...(outputModes !== undefined && { defaultOutputModes: outputModes }),
    ...mendMembers(wire, {
      authentication: mendObject((authentication) => mendMembers(authentication, { schemes: mendList })),
      skills: mendEach(mendObject((skill) => skill)),
      provider: mendObject((provider) => ({ organization: "", ...provider })),
    }),
    capabilities: known,
  };
});
