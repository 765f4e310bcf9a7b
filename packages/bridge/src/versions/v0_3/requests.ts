import { isJsonObject, type JsonObject, type JsonValue, type SendMessageRequest } from "@a2a/types";
import * as v0_3 from "@a2a/types/v0_3";
import { keptPush } from "../../codec/kept-push.ts";
import { keepIn, keptText, optional, pick, takeFrom } from "../../codec/preserve.ts";
import { decodeMessage, encodeMessage } from "./message.ts";
import { decodeInner, encodeInner } from "./push.ts";

const push = keptPush({ schema: v0_3.PushNotificationConfigSchema, up: decodeInner, down: encodeInner });

/** 0.3 says `blocking` where the model says `returnImmediately`, and names no tenant. */
export function decodeSend(wire: v0_3.MessageSendParams): SendMessageRequest {
  const { metadata, kept } = takeFrom(wire.metadata, "tenant", "configuration");
  const { configuration, lost } = decodeConfiguration(wire.configuration, objectOf(kept.configuration));
  return {
    ...optional("tenant", keptText(kept, "tenant")),
    message: decodeMessage(wire.message),
    ...optional("configuration", configuration),
    ...optional("metadata", keepIn(metadata, { configuration: presentOf(lost) })),
  };
}

/** 0.3 says `blocking` where the model says `returnImmediately`, and names no tenant. */
export function encodeSend(request: SendMessageRequest): v0_3.MessageSendParams {
  const { metadata, kept } = takeFrom(request.metadata, "configuration");
  const { configuration, lost } = encodeConfiguration(request.configuration, objectOf(kept.configuration));
  return {
    message: encodeMessage(request.message, "user"),
    ...optional("configuration", configuration),
    ...optional("metadata", keepIn(metadata, { tenant: request.tenant, configuration: presentOf(lost) })),
  };
}

function decodeConfiguration(wire: v0_3.MessageSendParams["configuration"], kept: JsonObject) {
  if (wire === undefined) return { configuration: undefined, lost: {} };
  const inner = wire.pushNotificationConfig && push.decode(wire.pushNotificationConfig, kept.push);
  const returnImmediately = wire.blocking === false ? true : kept.returnImmediately === false ? false : undefined;
  return {
    configuration: {
      ...pick(wire, "acceptedOutputModes", "historyLength"),
      ...optional("taskPushNotificationConfig", inner?.config),
      ...optional("returnImmediately", returnImmediately),
    },
    // A caller that sends a configuration without `blocking` means to wait; it gets its own words back.
    lost: { blocking: wire.blocking === undefined ? null : undefined, wirePush: inner?.lost },
  };
}

function encodeConfiguration(configuration: SendMessageRequest["configuration"], kept: JsonObject) {
  if (configuration === undefined) return { configuration, lost: {} };
  const { returnImmediately, taskPushNotificationConfig: config } = configuration;
  const inner = config && push.encode(config, kept.wirePush);
  return {
    configuration: {
      ...pick(configuration, "acceptedOutputModes", "historyLength"),
      ...optional("pushNotificationConfig", inner?.wire),
      ...(kept.blocking === null ? {} : { blocking: returnImmediately !== true }),
    },
    lost: { returnImmediately: returnImmediately === false ? false : undefined, push: inner?.lost },
  };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** What was really lost, or `undefined` when nothing was. */
function presentOf(lost: Record<string, JsonValue | undefined>): JsonObject | undefined {
  const present: JsonObject = {};
  for (const [key, value] of Object.entries(lost)) if (value !== undefined) present[key] = value;
  return Object.keys(present).length > 0 ? present : undefined;
}
