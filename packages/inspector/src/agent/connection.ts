import type { FetchedCard } from "@a2a/card";
import { type AgentClient, type Credential, connect } from "@a2a/client";
import type { HttpClient, Redactor } from "@a2a/http";
import { nodeClient } from "@a2a/http/node";
import { createMessage, isA2AError, LocalError, type Message, protocolVersions } from "@a2a/types";
import { requestedAuthorization } from "@a2a/types/internal";
import type { AuthorizeRequest, CallRequest, ConnectRequest, SendRequest } from "../protocol/api.ts";
import type { Connected } from "../protocol/journal.ts";
import { bindingsFor, type FindBinding } from "./bindings.ts";
import { callOperation } from "./call-operation.ts";
import { Calls } from "./calls.ts";
import { authenticatedBy } from "./credentials.ts";
import { examineCard } from "./examine-card.ts";
import type { Journal } from "./journal.ts";
import { Login, type LoginParts } from "./login.ts";
import { observedBinding } from "./observed-binding.ts";
import { recordedGrpc } from "./recorded-grpc.ts";
import { type Recorder, recordedHttp } from "./recorded-http.ts";

/** The dependencies that the connections of one session share. */
export interface ConnectionParts extends LoginParts {
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly findBinding?: FindBinding | undefined;
  /** Aborts the logins that wait now, when the session ends or the user gives them up. */
  loginSignal(): AbortSignal;
  /** Numbers for connections, exchanges and calls. */
  next(): number;
}

/** Where an agent is, and how it is reached. */
export interface AgentAddress {
  readonly url: string;
  readonly auth?: Credential | readonly Credential[] | undefined;
  /** Makes the requests. Default: from Node, to this host at any address, and to other hosts at public addresses. */
  readonly http?: HttpClient | undefined;
  /** Headers for the agent's own origin, such as the user's credentials. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How a stream that breaks off is resumed: an agent that restarts has a minute. */
const RESUMPTION = { maxRetries: 120, retryDelayMs: 250, maxDelayMs: 500 };

/** One agent as it is seen through one protocol version and binding. Everything that happens is recorded in the journal. */
export class Connection {
  readonly number: number;
  readonly http: HttpClient;
  readonly headers: Readonly<Record<string, string>>;
  readonly address: string;
  readonly #parts: ConnectionParts;
  readonly #stop = new AbortController();
  readonly #calls: Calls;
  readonly #rawHttp: HttpClient;
  readonly #closeHttp: () => Promise<void>;
  readonly #request: ConnectRequest;
  /** The last one is in use; calls of those before may still run. */
  readonly #clients: AgentClient[] = [];
  #login: Login | undefined;

  private constructor(parts: ConnectionParts, { url, http, headers = {} }: AgentAddress, request: ConnectRequest) {
    this.#parts = parts;
    this.#request = request;
    this.number = parts.next();
    this.#calls = new Calls({
      connection: this.number,
      journal: parts.journal,
      signal: this.#stop.signal,
      next: () => parts.next(),
      version: () => this.client.describe().version,
    });
    this.address = url;
    this.headers = headers;
    const own = http
      ? { http, close: async () => {} }
      : nodeClient({ egress: { allowHosts: URL.canParse(url) ? [new URL(url).host] : [] } });
    this.#closeHttp = () => own.close();
    this.#rawHttp = own.http;
    this.http = recordedHttp(this.#rawHttp, this.#recorder(this.#calls.cause));
  }

  /** The HTTP client for a conformance run, whose requests are recorded as its own. */
  httpOfRun(run: number): HttpClient {
    return recordedHttp(
      this.#rawHttp,
      this.#recorder(() => ({ run })),
    );
  }

  #recorder(cause: Recorder["cause"]): Recorder {
    const { journal, redactor, next } = this.#parts;
    return { journal, redactor, connection: this.number, nextExchange: next, cause };
  }

  /** Connects, and records the result in the journal. */
  static async open(parts: ConnectionParts, target: AgentAddress, request: ConnectRequest): Promise<Connection> {
    const authenticated = authenticatedBy(request.auth, parts.redactor);
    const headers = { ...target.headers, ...authenticated.headers };
    const connection = new Connection(parts, { ...target, headers }, request);
    try {
      const { auth } = request;
      if (auth?.kind === "login") connection.#login = new Login(connection.address, auth.clientId, parts);
      await connection.#connect(connection.#login?.credential ?? authenticated.auth ?? target.auth);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async #connect(auth: AgentAddress["auth"]): Promise<void> {
    const { client, found } = await this.#dial(auth);
    this.#clients.push(client);
    const isKnown = this.#parts.tokens.has(new URL(this.address).origin);
    if (!isKnown) await this.#login?.logIn(client.card, { http: this.#rawHttp, signal: this.#loginSignal() });
    const { background } = this.#request;
    const { url, notes, ...spoken } = client.describe();
    const connected: Connected = {
      connection: this.number,
      address: this.address,
      version: spoken.version,
      binding: spoken.binding,
      url,
      notes,
      card: client.card,
      document: found && (await examineCard(found, this.http)),
      offers: client.card.supportedInterfaces.map((entry) => ({
        version: entry.protocolVersion,
        binding: entry.protocolBinding,
        url: entry.url,
      })),
      ...(background && { background }),
    };
    this.#parts.journal.append({ connected });
  }

  async #dial(auth: AgentAddress["auth"]): Promise<{ client: AgentClient; found: FetchedCard | undefined }> {
    const { version, binding } = this.#request;
    let found: FetchedCard | undefined;
    const { bindings, dial } = await bindingsFor(this.address, binding, this.#parts.findBinding);
    const client = await connect(this.address, {
      http: this.http,
      headers: this.headers,
      versions: version ? [version] : protocolVersions,
      bindings: bindings.map((each) => observedBinding(each, this.#calls.observer())),
      dial: { ...dial, observe: recordedGrpc(this.#recorder(this.#calls.cause)) },
      signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(CONNECT_MS)]),
      allowDowngrade: true,
      // The signature changes nothing here; the page only shows whether it is valid.
      verifyCard: async (fetched) => {
        found = fetched;
        return undefined;
      },
      ...(auth && { auth }),
      ...RESUMPTION,
    });
    return { client, found };
  }

  /** Logs the user in as a task asks for it, then continues the task. The login replaces the credentials of the connection. */
  async authorize({ taskId, clientId }: AuthorizeRequest): Promise<{ call: number }> {
    const { card } = this.client;
    const task = await this.client.getTask(taskId, { signal: this.#stop.signal });
    if (task.status.state !== "TASK_STATE_AUTH_REQUIRED") {
      throw new LocalError("CONFIG", "the task has moved on and does not ask for a login any longer");
    }
    const { scopes } = requestedAuthorization(task);
    const before = this.#login;
    const login = before?.clientId === clientId ? before : new Login(this.address, clientId, this.#parts);
    try {
      await login.logIn(card, { http: this.#rawHttp, signal: this.#loginSignal(), scopes, taskId });
      if (login !== before) await this.#reconnect(login);
    } catch (error) {
      if (login !== before) await login[Symbol.asyncDispose]();
      throw error;
    }
    const mode = card.capabilities.streaming === false ? "wait" : "stream";
    return this.send({ parts: [{ text: "I have logged in." }], taskId, mode });
  }

  async #reconnect(login: Login): Promise<void> {
    const { client } = await this.#dial(login.credential);
    await this.#login?.[Symbol.asyncDispose]();
    this.#login = login;
    this.#clients.push(client);
  }

  #loginSignal(): AbortSignal {
    return AbortSignal.any([this.#stop.signal, this.#parts.loginSignal()]);
  }

  /** Sends a message, and returns at once; events are recorded in the journal. */
  send({ parts, taskId, contextId, mode }: SendRequest): { call: number } {
    const message: Message = createMessage([...parts], {
      ...(taskId !== undefined && { taskId }),
      ...(contextId !== undefined && { contextId }),
    });
    const call = this.#calls.begin(taskId);
    this.#parts.journal.append({ sent: { connection: this.number, call: call.number, message } });
    const { signal } = this.#stop;
    const configuration = { returnImmediately: mode === "async" };
    if (mode === "stream") this.#calls.run(call, () => this.client.stream(message, { signal }));
    else {
      const { client } = this;
      this.#calls.run(call, async function* () {
        yield await client.send(message, { signal, configuration, awaitTask: mode === "wait" });
      });
    }
    return { call: call.number };
  }

  /** Opens a task: its log from the beginning if the agent keeps one, else the current task. */
  follow(taskId: string): { call: number } {
    const call = this.#calls.begin(taskId);
    this.#parts.journal.append({ opened: { connection: this.number, call: call.number, taskId } });
    const { signal } = this.#stop;
    const { client } = this;
    this.#calls.run(call, async function* () {
      let isEmpty = true;
      try {
        for await (const event of client.subscribe(taskId, { signal, lastEventId: FIRST_EVENT })) {
          isEmpty = false;
          yield event;
        }
      } catch (error) {
        if (!isEmpty || signal.aborted || !isA2AError(error)) throw error;
        yield { task: await client.getTask(taskId, { signal }) };
      }
    });
    return { call: call.number };
  }

  /** Makes a call without a stream. */
  call(request: CallRequest): Promise<unknown> {
    return request.background ? this.#calls.inBackground(() => this.#perform(request)) : this.#perform(request);
  }

  #perform(request: CallRequest): Promise<unknown> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(CALL_MS)]);
    return callOperation(this.client, request, signal);
  }

  async close(): Promise<void> {
    this.#stop.abort(new LocalError("CLOSED", "the inspector has closed the connection"));
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.#login?.[Symbol.asyncDispose]();
    await this.#closeHttp();
  }

  get client(): AgentClient {
    const client = this.#clients.at(-1);
    if (client === undefined) throw new LocalError("CLOSED", "not connected: connect to an agent first");
    return client;
  }
}

/** The first event of a log is the task itself; the others follow it. */
const FIRST_EVENT = "1";
const CONNECT_MS = 20_000;
const CALL_MS = 60_000;
