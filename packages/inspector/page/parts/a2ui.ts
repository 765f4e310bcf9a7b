import { isJsonObject, type JsonObject, type JsonValue, type Part } from "@a2a/types";

/** One component of a surface: its kind and its members. */
export interface SurfaceComponent {
  readonly kind: string;
  readonly members: JsonObject;
}

/** A user interface that an agent describes with A2UI messages. */
export interface Surface {
  readonly id: string;
  root: string;
  readonly components: Map<string, SurfaceComponent>;
  data: JsonValue;
}

/** Whether a part carries a message of A2UI. */
export function isA2ui({ mediaType = "", metadata }: Part): boolean {
  const type = mediaType || String(metadata?.mimeType ?? metadata?.mediaType ?? "");
  return /^application\/(json\+a2ui|a2ui\+json)/.test(type);
}

/** The surfaces that messages of A2UI 0.8 or 0.9 describe, one after the other. */
export function surfacesOf(messages: readonly unknown[]): Surface[] {
  const surfaces = new Map<string, Surface>();
  const surface = (body: JsonObject): Surface => {
    const id = String(body.surfaceId ?? "");
    const known = surfaces.get(id) ?? { id, root: "root", components: new Map(), data: {} };
    surfaces.set(id, known);
    return known;
  };
  for (const message of messages.flat()) {
    if (!isJsonObject(message)) continue;
    const body = (name: string): JsonObject | undefined => {
      const found = message[name];
      return isJsonObject(found) ? found : undefined;
    };
    const begun = body("beginRendering") ?? body("createSurface");
    if (begun) surface(begun).root = typeof begun.root === "string" ? begun.root : "root";
    const components = body("surfaceUpdate") ?? body("updateComponents");
    if (components) addComponents(surface(components), components.components);
    const update = body("dataModelUpdate") ?? body("updateDataModel");
    if (update) {
      const found = surface(update);
      const value = "contents" in update ? fromContents(update.contents) : (update.value ?? {});
      found.data = placed(found.data, String(update.path ?? "/"), value);
    }
    const deleted = body("deleteSurface");
    if (deleted) surfaces.delete(String(deleted.surfaceId ?? ""));
  }
  return [...surfaces.values()];
}

/** 0.8 nests the members below the kind; in 0.9 the kind is a member. */
function addComponents({ components }: Surface, list: JsonValue | undefined): void {
  for (const entry of Array.isArray(list) ? list : []) {
    if (!isJsonObject(entry) || typeof entry.id !== "string") continue;
    if (typeof entry.component === "string") {
      components.set(entry.id, { kind: entry.component, members: entry });
    } else if (isJsonObject(entry.component)) {
      const [[kind, members] = ["", {}]] = Object.entries(entry.component);
      components.set(entry.id, { kind, members: isJsonObject(members) ? members : {} });
    }
  }
}

/** 0.8 writes data as a list of keys with typed values. */
function fromContents(contents: JsonValue | undefined): JsonObject {
  const found: Record<string, JsonValue> = {};
  for (const entry of Array.isArray(contents) ? contents : []) {
    if (!isJsonObject(entry) || typeof entry.key !== "string") continue;
    const { valueString, valueNumber, valueBoolean, valueMap } = entry;
    found[entry.key] =
      valueMap === undefined ? (valueString ?? valueNumber ?? valueBoolean ?? null) : fromContents(valueMap);
  }
  return found;
}

function placed(data: JsonValue, path: string, value: JsonValue): JsonValue {
  const [first, ...rest] = path.split("/").filter((step) => step !== "");
  if (first === undefined) return isJsonObject(data) && isJsonObject(value) ? { ...data, ...value } : value;
  const before = isJsonObject(data) ? data : {};
  return { ...before, [first]: placed(before[first] ?? {}, rest.join("/"), value) };
}

/** The text of a bound value: a literal, or what the data model holds at a path. */
export function textAt(value: JsonValue | undefined, data: JsonValue): string {
  if (value === undefined || value === null) return "";
  if (!isJsonObject(value)) return typeof value === "string" ? value : JSON.stringify(value);
  const literal = value.literalString ?? value.literalNumber ?? value.literalBoolean;
  if (literal !== undefined) return String(literal);
  if (typeof value.path !== "string") return "";
  const found = valueAt(data, value.path);
  return found === undefined ? "" : typeof found === "string" ? found : JSON.stringify(found);
}

/** The value of the data model at a path. */
export function valueAt(data: JsonValue, path: string): JsonValue | undefined {
  return path
    .split("/")
    .filter((step) => step !== "")
    .reduce<JsonValue | undefined>(
      (found, step) =>
        Array.isArray(found)
          ? found[Number(step)]
          : isJsonObject(found) && Object.hasOwn(found, step)
            ? found[step]
            : undefined,
      data,
    );
}
