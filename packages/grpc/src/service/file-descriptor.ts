import type { JsonObject } from "@a2a/types";
import { descriptorProto } from "../proto/google.ts";
import { type Field, type MessageType, type ProtoFile, protoNameOf } from "../proto/schema.ts";
import { messageCodec } from "../wire/message-codec.ts";

const codec = messageCodec(descriptorProto, "FileDescriptorProto");

/** The numbers of types in `descriptor.proto`. */
const TYPES: Readonly<Record<string, number>> = { double: 1, int64: 3, int32: 5, bool: 8, string: 9, bytes: 12 };
const MESSAGE = 11;
const ENUM = 14;
const SINGLE = 1;
const REPEATED = 3;
const WELL_KNOWN: ReadonlySet<string> = new Set(["Timestamp", "Struct", "Value", "Empty"]);

/** A definition file as a serialized `google.protobuf.FileDescriptorProto`. */
export function fileDescriptor(file: ProtoFile): Buffer {
  return codec.encode({
    name: file.name,
    package: file.package,
    dependency: (file.imports ?? []).map(({ name }) => name),
    messageType: Object.entries(file.messages).map(([name, type]) => describeMessage(file, name, type)),
    enumType: Object.entries(file.enums).map(([name, values]) => ({
      name,
      value: values.map((value, number) => ({ name: value, number })),
    })),
    service: Object.entries(file.services).map(([name, methods]) => ({
      name,
      method: Object.entries(methods).map(([method, types]) => ({
        name: method,
        inputType: typeName(file, types.request),
        outputType: typeName(file, types.response),
        clientStreaming: types.clientStreaming === true,
        serverStreaming: types.serverStreaming === true,
      })),
    })),
    syntax: "proto3",
  });
}

function describeMessage(file: ProtoFile, name: string, type: MessageType): JsonObject {
  const fields = Object.entries(type);
  // A field that can be unset is, in descriptors, the only member of a group of its own, which comes after the others.
  const groups = [...new Set(fields.flatMap(([, { oneof }]) => oneof ?? []))];
  const alone = fields.flatMap(([json, field]) => (field.label === "optional" ? [`_${protoNameOf(json, field)}`] : []));
  const oneofs = [...groups, ...alone];
  return {
    name,
    field: fields.map(([json, field]) => describeField(file, name, json, field, oneofs)),
    nestedType: fields.flatMap(([json, field]) => (field.label === "map" ? [describeEntry(file, json, field)] : [])),
    oneofDecl: oneofs.map((group) => ({ name: group })),
  };
}

function describeField(
  file: ProtoFile,
  message: string,
  jsonName: string,
  field: Field,
  oneofs: readonly string[],
): JsonObject {
  const name = protoNameOf(jsonName, field);
  const group = field.oneof ?? (field.label === "optional" ? `_${name}` : undefined);
  const isMap = field.label === "map";
  return {
    name,
    number: field.number,
    label: isMap || field.label === "repeated" ? REPEATED : SINGLE,
    ...(isMap
      ? { type: MESSAGE, typeName: `.${file.package}.${message}.${entryName(jsonName)}` }
      : describeType(file, field.type)),
    ...(group !== undefined && { oneofIndex: oneofs.indexOf(group) }),
    jsonName,
    proto3Optional: field.label === "optional",
  };
}

function describeEntry(file: ProtoFile, jsonName: string, field: Field): JsonObject {
  return {
    name: entryName(jsonName),
    field: [
      { name: "key", number: 1, label: SINGLE, type: TYPES.string ?? 9, jsonName: "key" },
      { name: "value", number: 2, label: SINGLE, ...describeType(file, field.type), jsonName: "value" },
    ],
    options: { mapEntry: true },
  };
}

function describeType(file: ProtoFile, type: string): JsonObject {
  const scalar = TYPES[type];
  if (scalar !== undefined) return { type: scalar };
  return { type: Object.hasOwn(file.enums, type) ? ENUM : MESSAGE, typeName: typeName(file, type) };
}

function typeName(file: ProtoFile, type: string): string {
  const owner = WELL_KNOWN.has(type) && !Object.hasOwn(file.messages, type) ? "google.protobuf" : file.package;
  return `.${owner}.${type}`;
}

/** The name of the message that holds an entry of a map. */
function entryName(jsonName: string): string {
  return `${jsonName.charAt(0).toUpperCase()}${jsonName.slice(1)}Entry`;
}
