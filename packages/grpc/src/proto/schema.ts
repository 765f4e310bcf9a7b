/** A field of a message. Its JSON name is the key under which it is listed. */
export interface Field {
  readonly number: number;
  /** A scalar, a well-known type, or the name of a message or enum of the same file. */
  readonly type: ScalarType | WellKnownType | (string & {});
  /** `optional`: unset differs from the default. `map`: keys are strings, and `type` is that of the values. */
  readonly label?: "optional" | "repeated" | "map";
  /** Whether the specification requires the member: a default, which is not on the wire, is shown when the message is read. */
  readonly isRequired?: true;
  /** The group of which one member may be set. */
  readonly oneof?: string;
  /** The name in the definition, where it is not the JSON name in snake case. */
  readonly protoName?: string;
}

/** The scalar types that the definitions use. */
export type ScalarType = "string" | "bytes" | "bool" | "int32" | "int64" | "double";

/** The messages of `google.protobuf` whose JSON is not an object of their fields. */
export type WellKnownType = "Timestamp" | "Struct" | "Value" | "Empty";

/** The fields of a message by their JSON names. */
export type MessageType = Readonly<Record<string, Field>>;

/** A method of a service. */
export interface Method {
  readonly request: string;
  readonly response: string;
  readonly clientStreaming?: true;
  readonly serverStreaming?: true;
}

/** A definition file: the content of a `.proto` as data. */
export interface ProtoFile {
  /** The path by which other files import it. */
  readonly name: string;
  readonly package: string;
  readonly messages: Readonly<Record<string, MessageType>>;
  /** The values of each enum, by number. */
  readonly enums: Readonly<Record<string, readonly string[]>>;
  readonly services: Readonly<Record<string, Readonly<Record<string, Method>>>>;
  /** The files that it imports. */
  readonly imports?: readonly ProtoFile[];
}

/** A field that is unset when it holds its default. */
export function field(number: number, type: Field["type"], protoName?: string): Field {
  return { number, type, ...(protoName !== undefined && { protoName }) };
}

/** A field that the specification requires. */
export function required(number: number, type: Field["type"], protoName?: string): Field {
  return { ...field(number, type, protoName), isRequired: true };
}

/** A field that can be unset or hold its default. */
export function optional(number: number, type: Field["type"]): Field {
  return { number, type, label: "optional" };
}

/** A list. */
export function repeated(number: number, type: Field["type"]): Field {
  return { number, type, label: "repeated" };
}

/** A list that the specification requires. */
export function requiredList(number: number, type: Field["type"]): Field {
  return { number, type, label: "repeated", isRequired: true };
}

/** A map from strings. */
export function map(number: number, type: Field["type"]): Field {
  return { number, type, label: "map" };
}

/** A map from strings that the specification requires. */
export function requiredMap(number: number, type: Field["type"]): Field {
  return { number, type, label: "map", isRequired: true };
}

/** The members of a group of which one may be set. */
export function oneof<Name extends string>(group: string, members: Record<Name, Field>): Record<Name, Field> {
  const entries = Object.entries<Field>(members).map(([name, member]) => [name, { ...member, oneof: group }]);
  return Object.fromEntries(entries) as Record<Name, Field>; // the same names
}

/** The name of a field in its definition. */
export function protoNameOf(jsonName: string, { protoName }: Field): string {
  return protoName ?? jsonName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
