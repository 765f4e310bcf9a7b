import { createId, isA2AError } from "@a2a/types";
import { failureOf } from "../cli/failure.ts";
import type { Io } from "../cli/io.ts";
import { connectAgent } from "../connect/agent.ts";
import type { Given } from "../settings/arguments.ts";

/** The outcome of a ping: the protocol version and binding in use, or an error. */
export interface Ping {
  readonly name: string;
  readonly speaks?: string;
  readonly url?: string;
  readonly ms?: number;
  readonly error?: string;
  /** The exit status for the failure; 0 when the agent answered. */
  readonly exit: number;
}

/** Asks a configured agent for a task that does not exist: an agent that says so is running and accepts the credentials. */
export async function pingAgent(name: string, given: Given, io: Io): Promise<Ping> {
  const started = performance.now();
  try {
    await using connected = await connectAgent(given, io, name);
    const { client, signal } = connected;
    await client.getTask(createId(), { signal }).catch((error: unknown) => {
      if (!isA2AError(error) || isA2AError(error, "UNAUTHENTICATED") || isA2AError(error, "PERMISSION_DENIED"))
        throw error;
    });
    const { version, binding, url } = client.describe();
    return { name, speaks: `${version} over ${binding}`, url, ms: Math.round(performance.now() - started), exit: 0 };
  } catch (error) {
    io.signal.throwIfAborted();
    const { message, exit } = failureOf(error);
    return { name, error: message, exit };
  }
}
