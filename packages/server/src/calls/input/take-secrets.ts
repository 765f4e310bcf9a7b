import type { JsonObject, Logger, SendMessageRequest } from "@a2a/types";

/** The names under which callers have come to send tokens of their user in metadata. */
export const SECRET_METADATA: readonly string[] = ["user_assertion", "obo_token"];

/** A request in two parts: `input`, which may be stored, and the secrets of its metadata, which may not. */
export interface WithoutSecrets {
  readonly input: SendMessageRequest;
  readonly secrets: JsonObject;
}

/** Takes secrets out of the metadata of a message and of its request, before anything can keep or pass them on. */
export function takeSecrets(input: SendMessageRequest, names: readonly string[], logger: Logger): WithoutSecrets {
  const { message, metadata } = input;
  const found = names.filter((name) => holds(message.metadata, name) || holds(metadata, name));
  if (found.length === 0) return { input, secrets: NONE };
  logger.warn({ names: found }, "a caller sent secrets in metadata: they are not kept");
  return {
    input: { ...without(input, found), message: without(message, found) },
    secrets: { ...only(metadata, found), ...only(message.metadata, found) },
  };
}

const NONE: JsonObject = Object.freeze({});

function holds(metadata: JsonObject | undefined, name: string): boolean {
  return metadata !== undefined && Object.hasOwn(metadata, name);
}

function only(metadata: JsonObject | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(metadata ?? {}).filter(([name]) => names.includes(name)));
}

/** Without metadata that held nothing else. */
function without<Holder extends { metadata?: JsonObject }>(holder: Holder, names: readonly string[]): Holder {
  const { metadata, ...rest } = holder;
  const kept = Object.entries(metadata ?? {}).filter(([name]) => !names.includes(name));
  // What was taken away is an optional member, which the compiler cannot see in a type parameter.
  return { ...rest, ...(kept.length > 0 && { metadata: Object.fromEntries(kept) }) } as Holder;
}
