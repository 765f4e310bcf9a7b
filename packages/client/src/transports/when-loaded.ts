import { NotLoadedError } from "@a2a/bridge";
import type { Expand } from "@a2a/bridge/internal/streams";
import type { Endpoint, Transport } from "./transport.ts";

/** A transport that is opened by its first call where the codec of its protocol version has to be loaded. */
export function whenLoaded(endpoint: Endpoint, open: () => Transport): Transport {
  const { codec } = endpoint;
  if (codec.load === undefined) return open();
  let opened: Transport | undefined;
  const transport = async () => {
    await codec.load?.();
    opened ??= open();
    return opened;
  };
  return {
    endpoint,
    unary: async (...call) => (await transport()).unary(...call),
    stream: async (...call) => (await transport()).stream(...call),
  };
}

/** Reads what an agent has answered, after loading the codec of the protocol version that it has chosen. */
export async function readLoading<T>(read: () => T): Promise<T> {
  try {
    return read();
  } catch (error) {
    await loadFor(error);
    return read();
  }
}

/** As `readLoading`, for one event after the other. */
export function expandLoading<In, Out>(read: Expand<In, Out>): Expand<In, Out> {
  return (item, out) => {
    try {
      return read(item, out);
    } catch (error) {
      if (!(error instanceof NotLoadedError)) throw error;
      return loadFor(error).then(() => read(item, out));
    }
  };
}

async function loadFor(error: unknown): Promise<void> {
  if (!(error instanceof NotLoadedError)) throw error;
  await error.codec.load?.();
}
