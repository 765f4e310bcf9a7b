import { randomBytes } from "node:crypto";
import { webhookHandler } from "@a2a/client/webhook";
import { Redactor } from "@a2a/http";
import { isLocalError, LocalError, type ProtocolVersion } from "@a2a/types";
import { Connection } from "../agent/connection.ts";
import { Journal } from "../agent/journal.ts";
import { LoginReturns } from "../agent/login.ts";
import { reasonOf } from "../agent/recorded-http.ts";
import type { ConnectRequest, InspectorState } from "../protocol/api.ts";
import type { InspectorOptions } from "./options.ts";

/** How many agents a session is connected to at once. When the limit is reached, the oldest connection is closed. */
const MAX_CONNECTIONS = 16;

/** Everything that belongs to one session: its journal, its connections and its webhook receiver. */
export class Workspace {
  readonly redactor = new Redactor();
  readonly journal = new Journal(this.redactor);
  /** The unguessable last part of the address of the webhook receiver. */
  readonly hook = randomBytes(16).toString("base64url");
  /** Browsers that come back from login pages. */
  readonly returns: LoginReturns;
  readonly #tokens = new Map<string, string>();
  readonly #options: InspectorOptions;
  readonly #receiver: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #receive: (request: Request) => Promise<Response>;
  readonly #connections = new Map<number, Connection>();
  #latest: number | undefined;
  #logins = new AbortController();
  #checking: AbortController | undefined;
  #checked: number | undefined;
  #last = 0;

  /** `headers` are those of the user, for the agents that serve the page; `base` is the URL of the page. */
  constructor(options: InspectorOptions, base: string, headers: Readonly<Record<string, string>>) {
    this.#options = options;
    this.#receiver = `${base}/hook/${this.hook}`;
    this.returns = new LoginReturns(`${base}/login`);
    this.#headers = headers;
    for (const value of Object.values(headers)) this.redactor.add(value.slice(value.indexOf(" ") + 1));
    this.#receive = webhookHandler({
      // The address is the secret: agents of all versions send it, and not all send tokens.
      token: "",
      onEvent: ({ event, taskId, version }) => this.journal.append({ delivery: { event, taskId, version } }),
    });
  }

  state(): InspectorState {
    const { agents, agent, anyAddress = false, conformance, metrics, actions = {} } = this.#options;
    return {
      agents: agents.map(({ name, url }) => ({ name, url })),
      ...(agent !== undefined && { agent }),
      isConnected: this.#connections.size > 0,
      anyAddress,
      conformance: conformance !== undefined,
      metrics: metrics !== undefined,
      receiver: this.#receiver,
      actions: Object.entries(actions).map(([name, { label }]) => ({ name, label })),
    };
  }

  /** The connection of a number, or the latest. */
  connection(number: number | undefined = this.#latest): Connection {
    const found = number === undefined ? undefined : this.#connections.get(number);
    if (found === undefined) throw new LocalError("CONFIG", "not connected: connect to an agent first");
    return found;
  }

  /** Connects to an agent, in place of the connection to the same address. */
  async connect(request: ConnectRequest): Promise<{ connection: number }> {
    const { agents, anyAddress = false } = this.#options;
    const asked = String(request.agent ?? "").trim();
    const offered = agents.find(({ name, url }) => name === asked || url === asked);
    if (offered === undefined && !anyAddress) {
      const names = agents.map(({ name }) => name).join(", ");
      throw new LocalError("CONFIG", `this page inspects the agents of its own server only: ${names}`);
    }
    const target = offered
      ? { ...offered, headers: { ...offered.headers, ...this.#headers } }
      : { url: withScheme(asked) };
    const parts = {
      journal: this.journal,
      redactor: this.redactor,
      tokens: this.#tokens,
      returns: this.returns,
      loginSignal: () => this.#logins.signal,
      findBinding: this.#options.findBinding,
      next: () => ++this.#last,
    };
    const { background } = request;
    try {
      const opened = await Connection.open(parts, target, request);
      const replaced = [...this.#connections.values()].filter(({ address }) => address === opened.address);
      this.#connections.set(opened.number, opened);
      if (!background) this.#latest = opened.number;
      const [oldest] = this.#connections.values();
      if (this.#connections.size - replaced.length > MAX_CONNECTIONS && oldest) replaced.push(oldest);
      await Promise.all(replaced.map((connection) => this.#disconnect(connection)));
      return { connection: opened.number };
    } catch (error) {
      if (!background) this.#latest = undefined;
      const failed = { address: target.url, error: reasonOf(error), ...(background && { background }) };
      this.journal.append({ unconnected: failed });
      throw error;
    }
  }

  /** Gives up logins that wait for the user. */
  cancelLogins(): void {
    this.#logins.abort(new LocalError("CLOSED", "the login was canceled"));
    this.#logins = new AbortController();
  }

  async #disconnect(connection: Connection): Promise<void> {
    this.#connections.delete(connection.number);
    if (this.#checked === connection.number) this.#checking?.abort();
    await connection.close();
  }

  /** Starts the conformance checks of an agent, and returns at once. */
  check(number: number | undefined, versions?: readonly ProtocolVersion[]): { run: number } {
    const { conformance } = this.#options;
    if (conformance === undefined) throw new LocalError("CONFIG", "conformance checks are not available here");
    const connection = this.connection(number);
    this.#checking?.abort();
    this.#checked = connection.number;
    const checking = new AbortController();
    this.#checking = checking;
    const run = ++this.#last;
    const notify = (phase: "begun" | "ended" | "failed", error?: string) =>
      this.journal.append({
        checks: { run, connection: connection.number, phase, ...(error !== undefined && { error }) },
      });
    const { headers, address } = connection;
    const http = connection.httpOfRun(run);
    void (async () => {
      notify("begun");
      try {
        const { signal } = checking;
        const results = conformance(address, { http, headers, signal, ...(versions && { versions }) });
        for await (const result of results) this.journal.append({ check: { run, ...result } });
        notify("ended");
      } catch (error) {
        notify("failed", checking.signal.aborted ? "stopped" : reasonOf(error));
      }
    })();
    return { run };
  }

  async runAction(name: string): Promise<void> {
    const { actions = {} } = this.#options;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (action === undefined) throw new LocalError("CONFIG", `there is no action ${JSON.stringify(name)}`);
    await action.run();
  }

  /** Takes a delivery of an agent to the built-in receiver. */
  async deliver(method: string, query: string, headers: Readonly<Record<string, string | undefined>>, body: string) {
    const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || name === "x-a2a-notification-token" || name === "a2a-notification-token"
        ? []
        : [[name, value]],
    );
    const url = `http://receiver.invalid/${query === "" ? "" : `?${query}`}`;
    const init = { method, headers: kept, ...(method === "POST" && { body }) };
    const response = await this.#receive(new Request(url, init));
    if (response.status >= 400) {
      const refused = `HTTP ${response.status}: ${(await response.clone().text()).slice(0, 200)}`;
      this.journal.append({ delivery: { taskId: undefined, version: "", refused } });
    }
    return { status: response.status, type: response.headers.get("content-type") ?? "", body: await response.text() };
  }

  async close(): Promise<void> {
    this.journal.close();
    this.cancelLogins();
    this.#checking?.abort();
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()));
  }
}

/** An address as people type it: a host without a scheme is meant to be HTTPS, unless it is this machine. */
function withScheme(address: string): string {
  if (address.includes("://")) return address;
  return `${/^(localhost|127\.|\[::1\])/.test(address) ? "http" : "https"}://${address}`;
}

/** The code and text of an error, for the page. */
export function describeError(error: unknown): { code: string; message: string } {
  const code = isLocalError(error) ? error.code : ((error as { code?: unknown }).code ?? "INTERNAL");
  return { code: String(code), message: reasonOf(error) };
}
