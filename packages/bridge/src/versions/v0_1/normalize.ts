import { isJsonObject } from "@a2a/types";
import * as v0_1 from "@a2a/types/v0_1";
import type * as z from "zod";
import { randomId } from "../../codec/scalars.ts";
import type { CodecOptions } from "../../codec/version-codec.ts";
import {
  type Normalize,
  normalizeEach,
  normalizeList,
  normalizeMembers,
  normalizeNumber,
  normalizeObject,
  normalizePart,
  normalizeStatusIn,
  type StatusForm,
  withoutNulls,
} from "../../normalize/normalize-members.ts";
import { type Reader, reader, unlessStrict } from "../../normalize/read.ts";

const STATES: readonly string[] = v0_1.TaskStateSchema.options;
// States of later protocol versions that some 0.1 servers use.
const LACKING = {
  rejected: { nearest: "failed", meant: "TASK_STATE_REJECTED" },
  "auth-required": { nearest: "input-required", meant: "TASK_STATE_AUTH_REQUIRED" },
};
const part = normalizePart("type");

/** Reads by a schema of 0.1, normalizing known deviations unless strict. */
export function lenientReader<T>(
  schema: z.ZodType<T>,
  choose: (known: ReturnType<typeof normalizers>) => Normalize,
): Reader<T> {
  return reader(
    schema,
    unlessStrict((wire, options) => choose(normalizers(options))(wire)),
  );
}

/** Normalizers for known deviations of 0.1 peers. */
function normalizers(options?: CodecOptions) {
  const message: Normalize = normalizeObject((wire) => ({
    role: "agent",
    ...normalizeMembers(wire, { parts: normalizeEach(part) }),
  }));
  const form: StatusForm = {
    states: STATES,
    lacking: LACKING,
    message,
    fromText: (text) => ({ role: "agent", parts: [{ type: "text", text }] }),
  };
  const artifact: Normalize = normalizeObject((wire) =>
    normalizeMembers(wire, { parts: normalizeEach(part), index: normalizeNumber }),
  );
  const task: Normalize = normalizeObject(({ messages, ...wire }) => {
    const whole = messages === undefined ? wire : { history: messages, ...wire };
    return normalizeMembers(normalizeStatusIn(whole, form), {
      artifacts: normalizeEach(artifact),
      history: normalizeEach(message),
    });
  });
  const event: Normalize = normalizeObject((wire) => {
    const id = typeof wire.id === "string" ? wire.id : wire.taskId;
    return normalizeMembers({ ...normalizeStatusIn(wire, form), ...(id !== undefined && { id }) }, { artifact });
  });
  const authentication: Normalize = normalizeObject((wire) => normalizeMembers(wire, { schemes: normalizeList }));
  const config: Normalize = normalizeObject((wire) => normalizeMembers(wire, { authentication }));
  const send: Normalize = normalizeObject((wire) => {
    const inner = isJsonObject(wire.message) ? { role: "user", ...withoutNulls(wire.message) } : wire.message;
    const id = typeof wire.id === "number" ? String(wire.id) : wire.id;
    return {
      ...normalizeMembers(wire, { historyLength: normalizeNumber, pushNotification: config }),
      id: id === undefined || id === "" ? (options?.createId ?? randomId)() : id,
      ...(inner !== undefined && { message: message(inner) }),
    };
  });
  const query: Normalize = normalizeObject((wire) => normalizeMembers(wire, { historyLength: normalizeNumber }));
  // Here `null` is significant: it means that there is no configuration.
  const push: Normalize = (wire) =>
    isJsonObject(wire) ? normalizeMembers(wire, { pushNotificationConfig: config }) : wire;
  return { task, event, send, query, push };
}

/** A 0.1 card as authors write it: modes may be within the capabilities, and most members may be missing. */
export const normalizeCard: Normalize = normalizeObject((wire) => {
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
    ...normalizeMembers(wire, {
      authentication: normalizeObject((authentication) => normalizeMembers(authentication, { schemes: normalizeList })),
      skills: normalizeEach(normalizeObject((skill) => skill)),
      provider: normalizeObject((provider) => ({ organization: "", ...provider })),
    }),
    capabilities: isJsonObject(capabilities) ? known : capabilities,
  };
});
