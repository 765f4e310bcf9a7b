import type { Dialect, VersionCodec } from "@a2a/bridge";
import { type RestVariant, restVariants } from "@a2a/bridge/rest";
import {
  type CancelTaskRequest,
  type GetTaskRequest,
  isLocalError,
  type OperationName,
  type Operations,
  type SendMessageRequest,
  type SendMessageResponse,
  type Task,
} from "@a2a/types";
import { isEarly } from "../resume/await-task.ts";
import { httpJson } from "../transports/http-json.ts";
import type { Endpoint, Transport } from "../transports/transport.ts";
import { withTaskNotFound } from "../transports/unknown-task.ts";
import { cancelOutcome } from "./cancel-outcome.ts";
import { describeEndpoint, type EndpointMemory } from "./endpoint-memory.ts";

/** The dependencies of an adaptive transport. */
export interface AdaptiveParts {
  readonly open: (endpoint: Endpoint) => Transport;
  readonly memory: EndpointMemory;
  /** Says what was found out, for people to read. */
  readonly note: (line: string) => void;
}

/** A peer that does not wait for the task, although it was asked to. */
const returnsEarly = { name: "returns-early", about: "does not wait for the task when asked to, and is polled" };

/** A peer that confirms a cancellation and does not show the task. */
const cancelsBlindly = { name: "cancels-without-task", about: "answers cancellations without the task, which is read" };

const learnedByAnswer = [returnsEarly, cancelsBlindly];

/** Deviations by their names, for people to read. Names that are not known are left out: a memory may be of another version. */
export function describeDeviations({ codec }: Endpoint, names: readonly string[]): string[] {
  return [...variantsOf(codec), ...learnedByAnswer]
    .filter(({ name }) => names.includes(name))
    .map(({ about }) => about);
}

/** The ways to write HTTP+JSON requests of a protocol version, which must be loaded. */
function variantsOf({ restVariants: own = [] }: VersionCodec): readonly RestVariant[] {
  return [...restVariants, ...own];
}

/**
 * A transport that learns how its peer deviates. When the peer refuses a request because of the way it was written, the request is
 * written in another known way; the one that works is remembered for this endpoint. The codec must be loaded.
 */
export function adaptiveTransport(endpoint: Endpoint, { open, memory, note }: AdaptiveParts): Transport {
  const variants = endpoint.binding.name === httpJson.name ? variantsOf(endpoint.codec) : [];
  let used: readonly RestVariant[] = [];
  // JSON-RPC knows no variants, and its streams need not pass through here.
  const plain = variants.length === 0 ? open(endpoint) : undefined;
  let current = plain;

  /** The transport as it was written to last; nothing is recalled about an endpoint that is not called. */
  function transportInUse(): Transport {
    if (current === undefined) {
      const known = memory.deviationsOf(endpoint);
      used = variants.filter(({ name }) => known.includes(name));
      current = openWith(used);
      for (const { about } of used) tell(about, "remembered");
    }
    return current;
  }

  function openWith(chosen: readonly RestVariant[]): Transport {
    if (chosen.length === 0) return open(endpoint);
    const name = endpoint.dialect?.name ?? "learned";
    const dialect: Dialect = Object.assign({}, endpoint.dialect, ...chosen.map((variant) => variant.dialect), { name });
    return open({ ...endpoint, dialect });
  }

  function tell(about: string, how: "found" | "remembered"): void {
    note(`${how}: ${describeEndpoint(endpoint)} ${about}`);
  }

  function learn(variant: RestVariant, transport: Transport): void {
    if (used.includes(variant)) return;
    used = [...used, variant];
    current = transport;
    memory.learn(endpoint, variant.name);
    tell(variant.about, "found");
  }

  function learnByAnswer({ name, about }: (typeof learnedByAnswer)[number]): void {
    if (memory.deviationsOf(endpoint).includes(name)) return;
    memory.learn(endpoint, name);
    tell(about, "found");
  }

  async function attempt<T>(
    operation: OperationName,
    input: Operations[OperationName]["input"],
    call: (transport: Transport) => Promise<T>,
  ): Promise<T> {
    const transport = transportInUse();
    const before = used;
    try {
      return await call(transport);
    } catch (error) {
      const variant = variants.find(
        (candidate) =>
          !before.includes(candidate) &&
          candidate.changes(endpoint.codec, operation, input) &&
          candidate.isSuggestedBy(error),
      );
      if (variant === undefined) throw error;
      const adapted = openWith([...before, variant]);
      try {
        const result = await call(adapted);
        learn(variant, adapted);
        return result;
      } catch (second) {
        // A refusal for another reason shows that the request was understood; anything else shows nothing.
        if (isLocalError(second) || variant.isSuggestedBy(second)) throw error;
        learn(variant, adapted);
        throw second;
      }
    }
  }

  return {
    endpoint,
    async unary(operation, input, options) {
      const answer = attempt(operation, input, (transport) => transport.unary(operation, input, options));
      // The name of an operation tells the types of its input and output, which TypeScript does not follow.
      if (operation === "sendMessage") {
        if (isEarly(input as SendMessageRequest, (await answer) as SendMessageResponse)) learnByAnswer(returnsEarly);
      } else if (operation === "getTask") {
        await answer.catch((error: unknown) => {
          throw withTaskNotFound(error, (input as GetTaskRequest).id);
        });
      } else if (operation === "cancelTask") {
        const { id } = input as CancelTaskRequest;
        const getTask = () => this.unary("getTask", { id }, options);
        return cancelOutcome(answer as Promise<Task>, getTask, () => learnByAnswer(cancelsBlindly)) as typeof answer;
      }
      return answer;
    },
    stream:
      plain?.stream ??
      ((operation, input, options) =>
        attempt(operation, input, (transport) => transport.stream(operation, input, options))),
  };
}
