import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { type Field, type ProtoFile, v1_0Proto } from "../src/descriptor.ts";

/**
 * A message in the canonical form of ProtoJSON, by its definition: defaults that the wire cannot tell from absent members are left out,
 * required ones are shown, and times have three, six or nine fractional digits.
 */
export function canonical(value: unknown, type: string, file: ProtoFile = v1_0Proto): JsonValue {
  const message = JSON.parse(JSON.stringify(value)) as JsonObject; // plain data
  const entries = Object.entries(file.messages[type] ?? {}).flatMap(([name, field]): [string, JsonValue][] => {
    const member = message[name];
    const shown = member === undefined ? undefined : canonicalMember(member, field, file);
    const missing = shown === undefined && field.isRequired ? defaultOf(field, file) : [];
    const isShown = shown !== undefined && (field.isRequired || !isEmpty(shown, field));
    return (isShown ? [shown] : missing).map((each) => [name, each]);
  });
  return Object.fromEntries(entries);
}

function canonicalMember(member: JsonValue, field: Field, file: ProtoFile): JsonValue {
  if (field.label === "repeated" && Array.isArray(member))
    return member.map((each) => canonicalValue(each, field, file));
  if (field.label === "map" && isJsonObject(member)) {
    return Object.fromEntries(Object.entries(member).map(([key, each]) => [key, canonicalValue(each, field, file)]));
  }
  return canonicalValue(member, field, file);
}

function canonicalValue(value: JsonValue, { type }: Field, file: ProtoFile): JsonValue {
  if (type === "Timestamp") return canonicalTime(String(value));
  return Object.hasOwn(file.messages, type) ? canonical(value, type, file) : value;
}

function canonicalTime(text: string): string {
  const [, seconds = "", digits = ""] = /^(.{19})(?:\.(\d+))?Z$/.exec(text) ?? [];
  const nanos = digits.padEnd(9, "0");
  return `${seconds}.${nanos.replace(/(?:000){1,2}$/, "")}Z`;
}

/** Whether the wire cannot tell a value from an absent one. */
function isEmpty(value: JsonValue, { label, oneof }: Field): boolean {
  if (label === "repeated") return Array.isArray(value) && value.length === 0;
  if (label === "map") return isJsonObject(value) && Object.keys(value).length === 0;
  return label !== "optional" && oneof === undefined && (value === "" || value === 0 || value === false);
}

function defaultOf({ label, type }: Field, file: ProtoFile): JsonValue[] {
  if (label === "repeated") return [[]];
  if (label === "map") return [{}];
  if (type === "string") return [""];
  return type === "int32" ? [0] : (file.enums[type]?.slice(0, 1) ?? []);
}
