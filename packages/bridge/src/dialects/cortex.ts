import {
  isJsonObject,
  isSettled,
  type JsonObject,
  type JsonValue,
  type StreamResponse,
  type TaskArtifactUpdateEvent,
} from "@a2a/types";
import type { Dialect } from "../codec/dialect.ts";
import { toWire } from "../codec/to-wire.ts";
import type { StreamEncoder } from "../codec/version-codec.ts";

/** Agents of 1.0 that return their card from a method, advertise a 0.x capability, and stream in their own format. */
export const cortex: Dialect = {
  name: "cortex",
  cardMethods: ["GetAgentCard", "GetExtendedAgentCard"],
  card: withOneInterface,
  eventEncoder,
};

/** The first interface of JSON-RPC alone, by the name that these agents have for it, and their capability. */
function withOneInterface(card: JsonObject): JsonObject {
  if (!Array.isArray(card.supportedInterfaces)) return card;
  const capabilities = isJsonObject(card.capabilities) ? card.capabilities : {};
  const first = card.supportedInterfaces.filter(isJsonObject).find(({ protocolBinding }) => isJsonRpc(protocolBinding));
  return {
    ...card,
    ...(first && { supportedInterfaces: [{ ...first, protocolBinding: JSON_RPC }] }),
    capabilities: { ...capabilities, stateTransitionHistory: true },
  };
}

const JSON_RPC = "json-rpc";

function isJsonRpc(binding: JsonValue | undefined): boolean {
  return binding === "JSONRPC" || binding === JSON_RPC;
}

/**
 * The first event in an envelope, the others bare and tagged `type`, `lastChunk` on the last chunk of an artifact, `final` on the last
 * status, and a closing `[DONE]`. Whether a chunk was the last one shows too late to mark it, so an empty one follows.
 */
function eventEncoder(): StreamEncoder {
  const bare = new WeakSet<object>();
  const open = new Map<string, TaskArtifactUpdateEvent>();
  const tag = (type: string, event: object): JsonValue[] => {
    const frame = { type, ...event };
    bare.add(frame);
    return [toWire(frame)];
  };
  return {
    push(event: StreamResponse): JsonValue[] {
      if ("statusUpdate" in event) {
        const final = isSettled(event.statusUpdate.status.state);
        const last = final ? [...open.values()].map(lastChunkOf) : [];
        if (final) open.clear();
        return [
          ...last.flatMap((chunk) => tag("TaskArtifactUpdateEvent", chunk)),
          ...tag("TaskStatusUpdateEvent", { ...event.statusUpdate, final }),
        ];
      }
      if ("artifactUpdate" in event) {
        const { artifact, lastChunk } = event.artifactUpdate;
        if (lastChunk) open.delete(artifact.artifactId);
        else open.set(artifact.artifactId, event.artifactUpdate);
        return tag("TaskArtifactUpdateEvent", event.artifactUpdate);
      }
      return [toWire(event)];
    },
    finish: () => [],
    isBare: (frame) => typeof frame === "object" && frame !== null && bare.has(frame),
    closing: "[DONE]",
  };
}

/** The end of an artifact whose last chunk did not say so. */
function lastChunkOf({ taskId, contextId, artifact }: TaskArtifactUpdateEvent): TaskArtifactUpdateEvent {
  const { artifactId, name } = artifact;
  const end = { artifactId, ...(name !== undefined && { name }), parts: [{ text: "" }] };
  return { taskId, contextId, artifact: end, append: true, lastChunk: true };
}
