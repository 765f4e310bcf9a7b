import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";

/** An operation of an OpenAPI document. */
export interface OpenApiOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly location: string }[];
  /** The schema of its input: parameters by name, and `body`. */
  readonly inputSchema: JsonObject;
}

const METHODS = ["get", "put", "post", "delete", "patch"] as const;

/** Lists the operations of an OpenAPI 3 document, with references resolved. */
export function operationsOf(document: JsonObject): OpenApiOperation[] {
  const { paths } = document;
  if (!isJsonObject(paths)) return [];
  return Object.entries(paths).flatMap(([path, item]) => {
    if (!isJsonObject(item)) return [];
    return METHODS.flatMap((method) => {
      const operation = item[method];
      return isJsonObject(operation) ? [toOperation(document, path, method, item, operation)] : [];
    });
  });
}

function toOperation(
  document: JsonObject,
  path: string,
  method: string,
  item: JsonObject,
  operation: JsonObject,
): OpenApiOperation {
  const declared = [item.parameters, operation.parameters].flatMap((list) => (Array.isArray(list) ? list : []));
  const parameters = declared
    .map((parameter) => resolved(document, parameter, 0))
    .filter((parameter): parameter is JsonObject => isJsonObject(parameter) && parameter.in !== "cookie");
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const { name, schema, description, in: location, required: isRequired } of parameters) {
    const own = isJsonObject(schema) ? schema : { type: "string" };
    properties[String(name)] = { ...own, ...(typeof description === "string" && { description }) };
    if (isRequired === true || location === "path") required.push(String(name));
  }
  const request = resolved(document, operation.requestBody ?? null, 0);
  const body = bodySchema(request);
  if (body) {
    properties.body = body;
    if (isJsonObject(request) && request.required === true) required.push("body");
  }
  const { operationId, summary, description } = operation;
  const id =
    typeof operationId === "string" ? operationId : [method, ...path.split(/[^A-Za-z0-9]+/)].filter(Boolean).join("_");
  return {
    id: id.replace(/[^A-Za-z0-9_-]/g, "_"),
    method: method.toUpperCase(),
    path,
    description: [summary, description].find((text) => typeof text === "string") ?? `${method.toUpperCase()} ${path}`,
    parameters: parameters.map((parameter) => ({ name: String(parameter.name), location: String(parameter.in) })),
    inputSchema: { type: "object", properties, required, additionalProperties: false },
  };
}

function bodySchema(request: JsonValue): JsonObject | undefined {
  const content = isJsonObject(request) ? request.content : undefined;
  const json = isJsonObject(content) ? content["application/json"] : undefined;
  return isJsonObject(json) && isJsonObject(json.schema) ? json.schema : undefined;
}

/** Keywords of OpenAPI that JSON Schema does not have, or that do not constrain values. */
const DROPPED: ReadonlySet<string> = new Set([
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  "format",
  "nullable",
  "xml",
]);
const MAX_REFERENCES = 3;

/** A value with its local references replaced by their targets. References that nest deeper, as in recursive schemas, accept anything. */
function resolved(document: JsonObject, value: JsonValue, followed: number): JsonValue {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item, followed));
  if (!isJsonObject(value)) return value;
  if (typeof value.$ref === "string") {
    const target = targetOf(document, value.$ref);
    return followed < MAX_REFERENCES ? resolved(document, target, followed + 1) : {};
  }
  const members = Object.entries(value)
    .filter(([name, member]) => !DROPPED.has(name) || isJsonObject(member)) // a property may have such a name
    .map(([name, member]): [string, JsonValue] => [name, resolved(document, member, followed)]);
  const plain: JsonObject = Object.fromEntries(members);
  return value.nullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
}

function targetOf(document: JsonObject, reference: string): JsonValue {
  if (!reference.startsWith("#/"))
    throw new TypeError(`$ref "${reference}": only references within the document are supported`);
  let target: JsonValue | undefined = document;
  for (const step of reference.slice(2).split("/")) {
    const name = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    target = isJsonObject(target) && Object.hasOwn(target, name) ? target[name] : undefined;
  }
  if (target === undefined) throw new TypeError(`$ref "${reference}" points to nothing`);
  return target;
}
