import { existsSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { isJsonObject, type JsonObject, LocalError } from "@a2a/types";
import { type Document, isMap, parseDocument } from "yaml";

/** An agent as the configuration file describes it. */
export interface AgentEntry {
  readonly endpoint: string;
  readonly agentCardUrl?: string;
  /** A bearer token, or a reference such as `${PARTNER_TOKEN}`. */
  readonly authToken?: string;
  readonly auth?: { readonly type: "apiKey"; readonly key: string };
  /** Milliseconds. */
  readonly timeout?: number;
  readonly versions?: readonly string[];
}

/** The sections that hold agents, in all their spellings. */
const SECTIONS = ["clients", "remoteAgents", "remote_agents"] as const;

/** A configuration file, edited in place: comments, variables and everything else stay as they are. */
export class AgentsFile {
  readonly path: string;
  readonly #document: Document;
  #mode: number;

  /** Opens a file; one that does not exist is created when it is saved. Throws a `LocalError` `CONFIG` when it cannot be read. */
  constructor(path: string) {
    const exists = existsSync(path);
    this.path = exists ? realpathSync(path) : path;
    this.#mode = exists ? statSync(this.path).mode & 0o777 : 0o644;
    this.#document = parseDocument(exists ? readFileSync(path, "utf8") : "");
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

  /** Adds or replaces an agent. A file that is given a secret becomes readable by its owner only. */
  set(name: string, entry: AgentEntry, holdsSecret = false): void {
    this.remove(name);
    const section = this.#document.hasIn(["a2a", "remote_agents"]) ? "remote_agents" : "remoteAgents";
    // A section without entries is null, and cannot be added to.
    if (this.#document.getIn(["a2a"]) === null) this.#document.deleteIn(["a2a"]);
    if (this.#document.getIn(["a2a", section]) === null) this.#document.deleteIn(["a2a", section]);
    this.#document.setIn(["a2a", section, name], this.#document.createNode(entry));
    if (holdsSecret) this.#mode &= 0o600;
  }

  /** Removes an agent. Returns `false` if there is no agent of this name. */
  remove(name: string): boolean {
    const sections = SECTIONS.filter((section) => Object.hasOwn(this.#section(section), name));
    for (const section of sections) this.#document.deleteIn(["a2a", section, name]);
    return sections.length > 0;
  }

  /** Writes the file atomically, with the permissions it had. */
  save(): void {
    const text = this.path.endsWith(".json")
      ? `${JSON.stringify(this.#document.toJS(), undefined, 2)}\n`
      : this.#document.toString({ lineWidth: 0 });
    const beside = `${this.path}.${process.pid}.tmp`;
    writeFileSync(beside, text, { mode: this.#mode });
    renameSync(beside, this.path);
  }

  #section(name: string): JsonObject {
    const whole: unknown = this.#document.toJS();
    const ours = isJsonObject(whole) ? whole.a2a : undefined;
    const section = isJsonObject(ours) ? ours[name] : undefined;
    return isJsonObject(section) ? section : {};
  }
}
