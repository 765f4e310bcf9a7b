import { type JsonObject, type JsonValue, LocalError } from "@a2a/types";
import { setMember } from "@a2a/types/internal";
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { type Environment, expand } from "./expand.ts";
import { SCALARS } from "./schema.ts";

/** The path of a value: member names and indexes. */
export type Path = readonly (string | number)[];

/** A parsed document with variables expanded and keys normalized. */
export interface ConfigDocument {
  readonly value: JsonValue;
  /** The agents that are left out of the value because a variable cannot be expanded. */
  readonly unusable: Readonly<Record<string, LocalError>>;
  /** An error that names file, line and key. */
  problem(path: Path, message: string, cause?: unknown): LocalError;
}

const MAX_NODES = 10_000;
const MAX_DEPTH = 32;

/** Reads a YAML or JSON document. Throws a `LocalError` `CONFIG` with file, line and key. */
export function readDocument(text: string, file: string, environment: Environment): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  const [broken] = document.errors;
  if (broken) throw new LocalError("CONFIG", `${at(broken.pos[0])}: ${broken.message}`);
  const reader = new Reader(document, environment, at);
  const value = document.contents === null ? {} : reader.read(document.contents as Node, []); // parsed, so there are nodes
  return { value, unusable: reader.unusable, problem: (path, message, cause) => reader.problem(path, message, cause) };
}

/** A variable is not set, or its reference is malformed. */
class VariableError extends LocalError {}

class Reader {
  readonly unusable = Object.create(null) as Record<string, LocalError>; // names of agents are free
  readonly #document: Document;
  readonly #environment: Environment;
  readonly #at: (offset: number) => string;
  readonly #offsets = new Map<string, number>();
  #nodes = 0;

  constructor(document: Document, environment: Environment, at: (offset: number) => string) {
    this.#document = document;
    this.#environment = environment;
    this.#at = at;
  }

  read(node: Node | null, path: Path): JsonValue {
    if (!this.#offsets.has(keyOf(path)) && node?.range) this.#offsets.set(keyOf(path), node.range[0]);
    if (++this.#nodes > MAX_NODES || path.length > MAX_DEPTH) throw this.problem(path, "the document is too large");
    if (isAlias(node)) return this.read(node.resolve(this.#document) ?? null, path);
    if (isMap(node)) return this.#map(node.items as { key: Node; value: Node | null }[], path);
    if (isSeq(node)) return node.items.map((item, index) => this.read(item as Node, [...path, index]));
    const value = isScalar(node) ? node.value : null;
    if (typeof value === "string") return path[0] === "a2a" ? this.#text(value, path) : value;
    return typeof value === "number" || typeof value === "boolean" ? value : null;
  }

  problem(path: Path, message: string, cause?: unknown): LocalError {
    let known = path;
    while (known.length > 0 && !this.#offsets.has(keyOf(known))) known = known.slice(0, -1);
    const where = this.#at(this.#offsets.get(keyOf(known)) ?? 0);
    const key = path.length > 0 ? `${path.join(".")}: ` : "";
    return new LocalError("CONFIG", `${where}: ${key}${message}`, cause === undefined ? {} : { cause });
  }

  #map(items: readonly { key: Node; value: Node | null }[], path: Path): JsonObject {
    const read: JsonObject = {};
    for (const { key, value } of items) {
      const written = String(isScalar(key) ? key.value : key);
      const name = hasOurKeys(path) ? camelCase(written) : written;
      const inner = [...path, name];
      const twice = Object.hasOwn(read, name);
      if (key.range) this.#offsets.set(keyOf(inner), key.range[0]);
      if (twice) throw this.problem(inner, `duplicate key, also spelled ${written}`);
      try {
        setMember(read, name, this.read(value, inner));
      } catch (error) {
        // A variable that is not set makes one agent unusable, not the file.
        if (!(error instanceof VariableError) || !isAgent(inner)) throw error;
        this.unusable[name] = error;
      }
    }
    return read;
  }

  #text(text: string, path: Path): JsonValue {
    let filled: string;
    try {
      filled = expand(text, this.#environment);
    } catch (error) {
      throw new VariableError("CONFIG", this.problem(path, (error as Error).message).message);
    }
    if (filled === text || !SCALARS.has(String(path.at(-1)))) return filled;
    if (filled === "true" || filled === "false") return filled === "true";
    return /^-?\d+(\.\d+)?$/.test(filled) ? Number(filled) : filled;
  }
}

function isAgent(path: Path): boolean {
  return path.length === 3 && path[0] === "a2a" && (path[1] === "clients" || path[1] === "remoteAgents");
}

/** Names of agents and headers are chosen by the user and stay as written. */
function hasOurKeys(path: Path): boolean {
  if (path[0] !== "a2a") return false;
  if (path.length === 1) return true;
  if (path.length === 2) return path[1] === "server";
  return path.length === 3 || (path.length === 4 && path[3] === "auth");
}

function camelCase(key: string): string {
  return key.replace(/(?<!_)_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}
