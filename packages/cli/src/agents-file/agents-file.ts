import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from "node:fs";
import { isJsonObject, type JsonObject, LocalError } from "@a2a/types";
import { type Document, isMap, parseDocument } from "yaml";

/** What is written about an agent. */
export interface AgentEntry {
  readonly endpoint: string;
  readonly agentCardUrl?: string;
  /** A reference such as `${PARTNER_TOKEN}`, never the token itself. */
  readonly authToken?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly versions?: readonly string[];
}

/** The sections that hold agents, in all their spellings. */
const SECTIONS = ["clients", "remoteAgents", "remote_agents"] as const;

/** A configuration file, to be changed without touching what is not meant: comments and variables stay as they are. */
export class AgentsFile {
  readonly path: string;
  readonly #document: Document;

  /** Opens a file; one that does not exist yet is made when it is saved. Throws a `LocalError` `CONFIG` when it cannot be read. */
  constructor(path: string) {
    this.path = existsSync(path) ? realpathSync(path) : path;
    this.#document = parseDocument(existsSync(path) ? readFileSync(path, "utf8") : "");
    const [broken] = this.#document.errors;
    if (broken) throw new LocalError("CONFIG", `${path}: ${broken.message.split("\n")[0] ?? ""}`, { cause: broken });
    const { contents } = this.#document;
    if (contents !== null && !isMap(contents))
      throw new LocalError("CONFIG", `${path}: expected a map with the member a2a`);
  }

  /** The names of all agents. */
  get names(): string[] {
    return [...new Set(SECTIONS.flatMap((section) => Object.keys(this.#section(section))))];
  }

  has(name: string): boolean {
    return this.names.includes(name);
  }

  /** Sets an agent, in place of whatever has its name. */
  set(name: string, entry: AgentEntry): void {
    this.remove(name);
    const section = this.#document.hasIn(["a2a", "remote_agents"]) ? "remote_agents" : "remoteAgents";
    // A section without entries is no map, and cannot be added to.
    if (this.#document.getIn(["a2a"]) === null) this.#document.deleteIn(["a2a"]);
    if (this.#document.getIn(["a2a", section]) === null) this.#document.deleteIn(["a2a", section]);
    this.#document.setIn(["a2a", section, name], this.#document.createNode(entry));
  }

  /** Removes an agent; `false` when there is none of this name. */
  remove(name: string): boolean {
    const sections = SECTIONS.filter((section) => Object.hasOwn(this.#section(section), name));
    for (const section of sections) this.#document.deleteIn(["a2a", section, name]);
    return sections.length > 0;
  }

  /** Writes the file, whole or not at all. */
  save(): void {
    const text = this.path.endsWith(".json")
      ? `${JSON.stringify(this.#document.toJS(), undefined, 2)}\n`
      : this.#document.toString({ lineWidth: 0 });
    const beside = `${this.path}.${process.pid}.tmp`;
    writeFileSync(beside, text);
    renameSync(beside, this.path);
  }

  #section(name: string): JsonObject {
    const whole: unknown = this.#document.toJS();
    const ours = isJsonObject(whole) ? whole.a2a : undefined;
    const section = isJsonObject(ours) ? ours[name] : undefined;
    return isJsonObject(section) ? section : {};
  }
}
