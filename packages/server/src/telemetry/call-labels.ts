import type { BindingName } from "@a2a/bridge";
import { isA2AError, type OperationName } from "@a2a/types";
import { LabelCache, type Labels } from "./metrics.ts";

interface Labeled {
  readonly operation: OperationName;
  readonly binding: BindingName;
  readonly codec: { readonly version: string };
}

const cache = new LabelCache();
// Most calls are like the one before.
let lastCall: Labeled | undefined;
let lastLabels: Labels | undefined;

/** The labels of a measured call: its operation, binding and protocol version. */
export function labelsOf(call: Labeled): Labels {
  const { operation, binding, codec } = call;
  if (lastLabels && lastCall?.operation === operation && lastCall.binding === binding && lastCall.codec === codec) {
    return lastLabels;
  }
  lastCall = { operation, binding, codec };
  lastLabels = cache.of(`${operation} ${binding} ${codec.version}`, () => attributesOf(call));
  return lastLabels;
}

/** The same for a call that was answered with an error, with its code. */
export function errorLabels(call: Labeled, error: unknown): Labels {
  const type = isA2AError(error) ? error.code : "INTERNAL";
  const { operation, binding, codec } = call;
  const key = `${operation} ${binding} ${codec.version} ${type}`;
  return cache.of(key, () => ({ ...attributesOf(call), "error.type": type }));
}

function attributesOf({ operation, binding, codec }: Labeled): Record<string, string> {
  return { "rpc.method": operation, "a2a.protocol.binding": binding, "a2a.protocol.version": codec.version };
}
