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

/** How a protocol version or format writes send requests. */
export interface SendForm {
  /** The `acceptedOutputModes` of a configuration that accepts anything; absent where they are left out. */
  readonly anyModes?: string[];
  /** The meaning of a configuration without `blocking`. ProtoJSON leaves `false` out, so there it has to be written to wait. */
  readonly absentBlocking: boolean;
}

/** 0.2 and 0.3 have `blocking` where the model has `returnImmediately`, and no tenant. */
export function sendTranslation({ anyModes, absentBlocking }: SendForm): SendTranslation {
  const modes = outputModes(anyModes);
  return {
    decode(wire) {
      const { metadata, kept } = unstash(wire.metadata, "tenant", "configuration");
      const { configuration, lost } = decodeConfiguration(
        wire.configuration,
        objectOf(kept.configuration),
        modes,
        absentBlocking,
      );
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
      const { configuration, lost } = encodeConfiguration(
        request.configuration,
        objectOf(kept.configuration),
        modes,
        absentBlocking,
      );
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
  absentBlocking: boolean,
): { configuration: SendMessageConfiguration | undefined; lost: Losses } {
  // Without a configuration a call waits, in every format.
  if (wire === undefined) return { configuration: undefined, lost: {} };
  if (!absentBlocking && kept.present !== true && isOnlyBlocking(wire)) return { configuration: undefined, lost: {} };
  const inner = wire.pushNotificationConfig && innerPush.decode(wire.pushNotificationConfig, kept.push);
  const accepted = modes.decode(wire.acceptedOutputModes, kept.modes);
  const waits = wire.blocking ?? absentBlocking;
  const returnImmediately = waits ? (kept.returnImmediately === false ? false : undefined) : true;
  return {
    configuration: {
      ...optional("acceptedOutputModes", accepted.modes),
      ...optional("taskPushNotificationConfig", inner),
      ...pick(wire, "historyLength"),
      ...optional("returnImmediately", returnImmediately),
    },
    // The absence of `blocking` is stashed for the round trip.
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
  absentBlocking: boolean,
): { configuration: v0_3.MessageSendConfiguration | undefined; lost: Losses } {
  if (configuration === undefined) return { configuration: absentBlocking ? undefined : { blocking: true }, lost: {} };
  const { returnImmediately, taskPushNotificationConfig: config } = configuration;
  const inner = config && innerPush.encode(config);
  const accepted = modes.encode(configuration.acceptedOutputModes, kept.wireModes);
  const blocking = returnImmediately !== true;
  const wire: v0_3.MessageSendConfiguration = {
    ...optional("acceptedOutputModes", accepted.modes),
    ...pick(configuration, "historyLength"),
    ...optional("pushNotificationConfig", inner?.wire),
    ...(kept.blocking === null && blocking === absentBlocking ? {} : { blocking }),
  };
  return {
    configuration: wire,
    lost: {
      // `blocking` alone stands for no configuration where it has to be written.
      present: !absentBlocking && isOnlyBlocking(wire) ? true : undefined,
      returnImmediately: returnImmediately === false ? false : undefined,
      push: inner?.lost,
      modes: accepted.lost,
    },
  };
}

function isOnlyBlocking(wire: v0_3.MessageSendConfiguration): boolean {
  return wire.blocking === true && Object.keys(wire).length === 1;
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
