import type { ServiceDefinition } from "@grpc/grpc-js";
import type { ProtoFile } from "../proto/schema.ts";

/** A service of a definition file as grpc-js takes it. Messages are passed on as bytes. */
export function definitionOf(file: ProtoFile, service: string): ServiceDefinition {
  const methods = Object.entries(file.services[service] ?? {}).map(([name, method]) => [
    name,
    {
      path: `/${file.package}.${service}/${name}`,
      requestStream: method.clientStreaming === true,
      responseStream: method.serverStreaming === true,
      requestSerialize: asIs,
      requestDeserialize: asIs,
      responseSerialize: asIs,
      responseDeserialize: asIs,
    },
  ]);
  return Object.fromEntries(methods);
}

function asIs(bytes: Buffer): Buffer {
  return bytes;
}
