import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SendMessageConfiguration,
  type SendMessageRequest,
} from "@a2a/types";
import type * as v0_3 from "@a2a/types/v0_3";
import { keptText, optional, pick, stash, unstash } from "../../stash/stash.ts";
import { decodeMessage, encodeMessage } from "./message.ts";
import { type OutputModes, outputModes } from "./output-modes.ts";
import { innerPush } from "./push.ts";

/** The translation of send requests between the model and one protocol version. */
export interface SendTranslation {
  decode(wire: v0_3.MessageSendParams): SendMessageRequest;
  encode(request: SendMessageRequest): v0_3.MessageSendParams;
}

/**
 * 0.2 and 0.3 have `blocking` where the model has `returnImmediately`, and no tenant. `modesRequired` says whether
 * `acceptedOutputModes` is required.
 */
export function sendTranslation(modesRequired: boolean): SendTranslation {
  const modes = outputModes(modesRequired);
  return {
    decode(wire) {
      const { metadata, kept } = unstash(wire.metadata, "tenant", "configuration");
      const { configuration, lost } = decodeConfiguration(wire.configuration, objectOf(kept.configuration), modes);
      const request: SendMessageRequest = { message: decodeMessage(wire.message) };
      const tenant = keptText(kept, "tenant");
      const own = stash(metadata, { configuration: presentOf(lost) });
      if (tenant !== undefined) request.tenant = tenant;
      if (configuration) request.configuration = configuration;
      if (own) request.metadata = own;
      return request;
    },
    encode(request) {
      const { metadata, kept } = unstash(request.metadata, "configuration");
      const { configuration, lost } = encodeConfiguration(request.configuration, objectOf(kept.configuration), modes);
      return {
        message: encodeMessage(request.message, "user"),
        ...optional("configuration", configuration),
        ...optional("metadata", stash(metadata, { tenant: request.tenant, configuration: presentOf(lost) })),
      };
    },
  };
}

type Losses = Record<string, JsonValue | undefined>;

function decodeConfiguration(
  wire: v0_3.MessageSendConfiguration | undefined,
  kept: JsonObject,
  modes: OutputModes,
): { configuration: SendMessageConfiguration | undefined; lost: Losses } {
  if (wire === undefined) return { configuration: undefined, lost: {} };
  const inner = wire.pushNotificationConfig && innerPush.decode(wire.pushNotificationConfig, kept.push);
  const accepted = modes.decode(wire.acceptedOutputModes, kept.modes);
  const returnImmediately = wire.blocking === false ? true : kept.returnImmediately === false ? false : undefined;
  return {
    configuration: {
      ...optional("acceptedOutputModes", accepted.modes),
      ...optional("taskPushNotificationConfig", inner),
      ...pick(wire, "historyLength"),
      ...optional("returnImmediately", returnImmediately),
    },
    // A configuration without `blocking` means to wait; the absence is stashed for the round trip.
    lost: {
      blocking: wire.blocking === undefined ? null : undefined,
      wireModes: accepted.lost,
    },
  };
}

function encodeConfiguration(
  configuration: SendMessageConfiguration | undefined,
  kept: JsonObject,
  modes: OutputModes,
): { configuration: v0_3.MessageSendConfiguration | undefined; lost: Losses } {
  if (configuration === undefined) return { configuration, lost: {} };
  const { returnImmediately, taskPushNotificationConfig: config } = configuration;
  const inner = config && innerPush.encode(config);
  const accepted = modes.encode(configuration.acceptedOutputModes, kept.wireModes);
  return {
    configuration: {
      ...optional("acceptedOutputModes", accepted.modes),
      ...pick(configuration, "historyLength"),
      ...optional("pushNotificationConfig", inner?.wire),
      ...(kept.blocking === null && !returnImmediately ? {} : { blocking: returnImmediately !== true }),
    },
    lost: {
      returnImmediately: returnImmediately === false ? false : undefined,
      push: inner?.lost,
      modes: accepted.lost,
    },
  };
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The actual losses, or `undefined`. */
function presentOf(lost: Losses): JsonObject | undefined {
  const present: JsonObject = {};
  for (const [key, value] of Object.entries(lost)) if (value !== undefined) present[key] = value;
  return Object.keys(present).length > 0 ? present : undefined;
}
