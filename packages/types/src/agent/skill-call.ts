import { isJsonObject, type JsonValue } from "../json/json.ts";
import { createMessage, type Message, type MessageOptions } from "../model/message.ts";

/** A message from the user that calls a skill with structured input. The skill's id is in the metadata, the input is a data part. */
export function skillMessage(skillId: string, input: JsonValue, options: MessageOptions = {}): Message {
  return createMessage({ data: input }, { ...options, metadata: { ...options.metadata, skillId } });
}

/** Reads which skill a message calls, and its input, the first data part; `undefined` for a message that names no skill. */
export function skillCallOf({ metadata, parts }: Message): { skillId: string; input?: JsonValue } | undefined {
  const skillId = isJsonObject(metadata) ? metadata.skillId : undefined;
  if (typeof skillId !== "string") return undefined;
  const part = parts.find((candidate) => "data" in candidate);
  return part && "data" in part ? { skillId, input: part.data } : { skillId };
}
