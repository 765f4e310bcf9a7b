import type { JsonObject } from "@a2a/types";
import * as grpc from "@grpc/grpc-js";
import { messageCodec, type ProtoFile } from "../../src/descriptor.ts";
import { decodeStatus } from "../../src/errors/details.ts";

/** A generic client, which knows the definition and nothing of this project. */
export class Peer {
  readonly client: grpc.Client;
  constructor(address: string, credentials = grpc.credentials.createInsecure()) {
    this.client = new grpc.Client(address, credentials);
  }

  unary(
    file: ProtoFile,
    name: string,
    message: JsonObject,
    metadata: Record<string, string> = {},
  ): Promise<JsonObject> {
    const { path, request, response } = methodOf(file, name);
    return new Promise((resolve, reject) =>
      this.client.makeUnaryRequest(
        path,
        request.encode,
        response.decode,
        message,
        metadataOf(metadata),
        (error, value) => (error ? reject(error) : resolve(value ?? {})),
      ),
    );
  }

  stream(file: ProtoFile, name: string, message: JsonObject, metadata: Record<string, string> = {}) {
    const { path, request, response } = methodOf(file, name);
    return this.client.makeServerStreamRequest(path, request.encode, response.decode, message, metadataOf(metadata));
  }

  [Symbol.dispose](): void {
    this.client.close();
  }
}

export function methodOf(file: ProtoFile, name: string) {
  const [[service = "", methods = {}] = []] = Object.entries(file.services);
  const method = methods[name];
  if (method === undefined) throw new Error(`no method ${name}`);
  const request = messageCodec(file, method.request);
  const response = messageCodec(file, method.response);
  return { path: `/${file.package}.${service}/${name}`, request, response };
}

export function metadataOf(values: Record<string, string>): grpc.Metadata {
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(values)) metadata.set(name, value);
  return metadata;
}

export function say(text: string, more: JsonObject = {}): JsonObject {
  return { message: { messageId: crypto.randomUUID(), role: "ROLE_USER", parts: [{ text }] }, ...more };
}

export async function collect(source: AsyncIterable<unknown>): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for await (const item of source) all.push(item as JsonObject); // messages that a codec has read
  return all;
}

export function reasonOf(error: unknown): unknown {
  const { metadata } = error as grpc.ServiceError;
  const [trailer] = metadata.get("grpc-status-details-bin");
  return Buffer.isBuffer(trailer) ? decodeStatus(trailer).details.find(({ reason }) => reason)?.reason : undefined;
}

export async function failure(call: Promise<unknown>): Promise<grpc.ServiceError> {
  return call.then(
    () => Promise.reject(new Error("the call succeeded")),
    (error: unknown) => error as grpc.ServiceError,
  );
}
