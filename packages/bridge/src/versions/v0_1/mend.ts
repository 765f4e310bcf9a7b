import { isJsonObject } from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import type * as z from "zod";
import {
  type Mend,
  mendEach,
  mendList,
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

const STATES: readonly string[] = v0_1.TaskStateSchema.options;
// States that came with later generations, and that some servers use all the same.
const LACKING = {
  rejected: { nearest: "failed", meant: "TASK_STATE_REJECTED" },
  "auth-required": { nearest: "input-required", meant: "TASK_STATE_AUTH_REQUIRED" },
};
const part = mendPart("type");

/** Reads by a schema of 0.1, bringing what does not fit into form first unless reading is strict. */
export function lenientReader<T>(schema: z.ZodType<T>, choose: (known: ReturnType<typeof menders>) => Mend): Reader<T> {
  return reader(
    schema,
    unlessStrict((wire, options) => choose(menders(options))(wire)),
  );
}

/** Deviations of 0.1 peers that are met in the field, brought into form. */
function menders(options?: CodecOptions) {
  const message: Mend = mendObject((wire) => ({ role: "agent", ...mendMembers(wire, { parts: mendEach(part) }) }));
  const form: StatusForm = {
    states: STATES,
    lacking: LACKING,
    message,
    fromText: (text) => ({ role: "agent", parts: [{ type: "text", text }] }),
  };
  const artifact: Mend = mendObject((wire) => mendMembers(wire, { parts: mendEach(part), index: mendNumber }));
  const task: Mend = mendObject(({ messages, ...wire }) => {
    const whole = messages === undefined ? wire : { history: messages, ...wire };
    return mendMembers(mendStatusIn(whole, form), { artifacts: mendEach(artifact), history: mendEach(message) });
  });
  const event: Mend = mendObject((wire) => {
    const id = typeof wire.id === "string" ? wire.id : wire.taskId;
    return mendMembers({ ...mendStatusIn(wire, form), ...(id !== undefined && { id }) }, { artifact });
  });
  const authentication: Mend = mendObject((wire) => mendMembers(wire, { schemes: mendList }));
  const config: Mend = mendObject((wire) => mendMembers(wire, { authentication }));
  const send: Mend = mendObject((wire) => {
    const inner = isJsonObject(wire.message) ? { role: "user", ...withoutNulls(wire.message) } : wire.message;
    const id = typeof wire.id === "number" ? String(wire.id) : wire.id;
    return {
      ...mendMembers(wire, { historyLength: mendNumber, pushNotification: config }),
      id: id === undefined || id === "" ? (options?.createId ?? randomId)() : id,
      ...(inner !== undefined && { message: message(inner) }),
    };
  });
  const query: Mend = mendObject((wire) => mendMembers(wire, { historyLength: mendNumber }));
  // Here `null` is no absent member but says that there is no configuration.
  const push: Mend = (wire) => (isJsonObject(wire) ? mendMembers(wire, { pushNotificationConfig: config }) : wire);
  return { task, event, send, query, push };
}

/** A 0.1 card as authors write it: modes may stand in the capabilities, and little of it is always there. */
export const mendCard: Mend = mendObject((wire) => {
  const { capabilities = {} } = wire;
  const {
    input_modes: inputModes,
    output_modes: outputModes,
    ...known
  } = isJsonObject(capabilities) ? withoutNulls(capabilities) : {};
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
    capabilities: isJsonObject(capabilities) ? known : capabilities,
  };
});
