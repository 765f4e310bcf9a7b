import type { JsonObject } from "@a2a/types";
import { type Server, type ServerDuplexStream, status } from "@grpc/grpc-js";
import { reflectionProto } from "../proto/google.ts";
import type { ProtoFile } from "../proto/schema.ts";
import { fileDescriptor } from "../service/file-descriptor.ts";
import { messageCodec } from "../wire/message-codec.ts";
import { definitionOf } from "./definition.ts";

const request = messageCodec(reflectionProto, "ServerReflectionRequest");
const response = messageCodec(reflectionProto, "ServerReflectionResponse");

/** Adds the reflection service: tools such as grpcurl learn from it which methods and messages there are. */
export function addReflection(server: Server, files: readonly ProtoFile[]): void {
  const all = [...new Set([...files, reflectionProto].flatMap(withImports))];
  const byName = new Map(all.map((file) => [file.name, file]));
  const bySymbol = new Map(all.flatMap((file) => symbolsOf(file).map((symbol) => [symbol, file] as const)));
  const services = all.flatMap((file) => Object.keys(file.services).map((name) => `${file.package}.${name}`));

  function answer({ fileByFilename, fileContainingSymbol, listServices }: JsonObject): JsonObject {
    if (listServices !== undefined) return { listServicesResponse: { service: services.map((name) => ({ name })) } };
    const asked = String(fileByFilename ?? fileContainingSymbol ?? "");
    const file = fileByFilename === undefined ? bySymbol.get(asked) : byName.get(asked);
    if (file === undefined) return { errorResponse: { errorCode: status.NOT_FOUND, errorMessage: "Not found" } };
    const descriptors = withImports(file).map((each) => fileDescriptor(each).toString("base64"));
    return { fileDescriptorResponse: { fileDescriptorProto: descriptors } };
  }

  const info = (call: ServerDuplexStream<Buffer, Buffer>) => {
    call.on("data", (message: Buffer) => {
      try {
        const asked = request.decode(message);
        call.write(response.encode({ originalRequest: asked, ...answer(asked) }));
      } catch {
        call.emit("error", { code: status.INVALID_ARGUMENT, details: "The request is not valid" });
      }
    });
    call.on("end", () => call.end());
  };
  // Tools of the years before 1.0 of the service ask for it by its former name.
  for (const file of [reflectionProto, { ...reflectionProto, package: "grpc.reflection.v1alpha" }]) {
    server.addService(definitionOf(file, "ServerReflection"), { ServerReflectionInfo: info });
  }
}

function withImports(file: ProtoFile): ProtoFile[] {
  return [file, ...(file.imports ?? [])];
}

/** The names by which a file is asked for: services, their methods, messages and enums. */
function symbolsOf(file: ProtoFile): string[] {
  const services = Object.entries(file.services).flatMap(([name, methods]) => [
    name,
    ...Object.keys(methods).map((method) => `${name}.${method}`),
  ]);
  const names = [...services, ...Object.keys(file.messages), ...Object.keys(file.enums)];
  return names.map((name) => `${file.package}.${name}`);
}
