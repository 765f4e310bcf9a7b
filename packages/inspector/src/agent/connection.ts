import { AsyncLocalStorage } from "node:async_hooks";
import type { FetchedCard } from "@a2a/card";
import { type AgentClient, type Credential, connect, type FollowedEvent } from "@a2a/client";
import type { HttpClient, Redactor } from "@a2a/http";
import { nodeClient } from "@a2a/http/node";
import {
  createMessage,
  isA2AError,
  type ListTasksRequest,
  LocalError,
  type Message,
  protocolVersions,
  type StreamResponse,
  type TaskPushNotificationConfig,
} from "@a2a/types";
import { taskIdOf } from "@a2a/types/internal";
import type { CallRequest, ConnectRequest, SendRequest } from "../protocol/api.ts";
import type { Connected, WireCause } from "../protocol/journal.ts";
import { bindingsFor, type FindBinding } from "./bindings.ts";
import { authenticatedBy } from "./credentials.ts";
import { examineCard } from "./examine-card.ts";
import type { Journal } from "./journal.ts";
import { Login, type LoginParts } from "./login.ts";
import { observedBinding, type StreamObserver } from "./observed-binding.ts";
import { recordedGrpc } from "./recorded-grpc.ts";
import { type Recorder, reasonOf, recordedHttp } from "./recorded-http.ts";
import { WatchedCall } from "./watched-call.ts";

/** The dependencies that the connections of one session share. */
export interface ConnectionParts extends LoginParts {
  readonly journal: Journal;
  readonly redactor: Redactor;
  readonly findBinding?: FindBinding | undefined;
  /** Aborted when the session ends or the user gives up a login. */
  readonly signal: AbortSignal;
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
  readonly #calls = new AsyncLocalStorage<WatchedCall | "background">();
  readonly #rawHttp: HttpClient;
  readonly #ids = new WeakMap<StreamResponse, string>();
  readonly #closeHttp: () => Promise<void>;
  #client: AgentClient | undefined;
  #login: Login | undefined;

  private constructor(parts: ConnectionParts, { url, http, headers = {} }: AgentAddress) {
    this.#parts = parts;
    this.number = parts.next();
    this.address = url;
    this.headers = headers;
    const own = http
      ? { http, close: async () => {} }
      : nodeClient({ egress: { allowHosts: URL.canParse(url) ? [new URL(url).host] : [] } });
    this.#closeHttp = () => own.close();
    this.#rawHttp = own.http;
    this.http = recordedHttp(this.#rawHttp, this.#recorder(this.#cause));
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

  readonly #cause = (): WireCause | undefined => {
    const call = this.#calls.getStore();
    return call === "background" ? { background: true } : call && { call: call.number };
  };

  /** Connects, and records the result in the journal. */
  static async open(parts: ConnectionParts, target: AgentAddress, request: ConnectRequest): Promise<Connection> {
    const authenticated = authenticatedBy(request.auth, parts.redactor);
    const headers = { ...target.headers, ...authenticated.headers };
    const connection = new Connection(parts, { ...target, headers });
    try {
      const { auth } = request;
      if (auth?.kind === "login") connection.#login = new Login(connection.address, auth.clientId, parts);
      await connection.#connect(request, connection.#login?.credential ?? authenticated.auth ?? target.auth);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async #connect({ version, binding, background }: ConnectRequest, auth: AgentAddress["auth"]): Promise<void> {
    let found: FetchedCard | undefined;
    const { bindings, dial } = await bindingsFor(this.address, binding, this.#parts.findBinding);
    const client = await connect(this.address, {
      http: this.http,
      headers: this.headers,
      versions: version ? [version] : protocolVersions,
      bindings: bindings.map((each) => observedBinding(each, this.#observer())),
      dial: { ...dial, observe: recordedGrpc(this.#recorder(this.#cause)) },
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
    this.#client = client;
    await this.#logIn();
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

  /** Logs the user in, unless the session has a token already. */
  async #logIn(): Promise<void> {
    const { tokens, journal, signal } = this.#parts;
    const { origin } = new URL(this.address);
    if (this.#login === undefined || tokens.has(origin)) return;
    try {
      await this.#login.credential.logIn(this.client.card, { origin, http: this.#rawHttp, signal });
    } finally {
      journal.append({ login: { address: this.address } });
    }
  }

  /** Sends a message, and returns at once; events are recorded in the journal. */
  send({ parts, taskId, contextId, mode }: SendRequest): { call: number } {
    const message: Message = createMessage([...parts], {
      ...(taskId !== undefined && { taskId }),
      ...(contextId !== undefined && { contextId }),
    });
    const call = this.#begin(taskId);
    this.#parts.journal.append({ sent: { connection: this.number, call: call.number, message } });
    const { signal } = this.#stop;
    const configuration = { returnImmediately: mode === "async" };
    if (mode === "stream") this.#run(call, () => this.client.stream(message, { signal }));
    else {
      const { client } = this;
      this.#run(call, async function* () {
        yield await client.send(message, { signal, configuration, awaitTask: mode === "wait" });
      });
    }
    return { call: call.number };
  }

  /** Opens a task: its log from the beginning if the agent keeps one, else the current task. */
  follow(taskId: string): { call: number } {
    const call = this.#begin(taskId);
    this.#parts.journal.append({ opened: { connection: this.number, call: call.number, taskId } });
    const { signal } = this.#stop;
    const { client } = this;
    this.#run(call, async function* () {
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
    return request.background ? this.#calls.run("background", () => this.#perform(request)) : this.#perform(request);
  }

  #perform({ operation, input }: CallRequest): Promise<unknown> {
    const { client } = this;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(CALL_MS)]);
    const text = (name: string) => String(input[name] ?? "");
    switch (operation) {
      case "getTask":
        return client.getTask(text("id"), { signal });
      case "listTasks":
        return client.listTasks(input as ListTasksRequest, { signal }); // the agent checks its input
      case "cancelTask":
        return client.cancelTask(text("id"), { signal });
      case "createTaskPushNotificationConfig":
        return client.createPushConfig(input as TaskPushNotificationConfig & { taskId: string }, { signal }); // the agent checks it too
      case "listTaskPushNotificationConfigs":
        return client.listPushConfigs(text("taskId"), { signal });
      case "deleteTaskPushNotificationConfig":
        return client.deletePushConfig(text("taskId"), text("id"), { signal });
      case "getExtendedAgentCard":
        return client.extendedCard({ signal });
      default:
        throw new LocalError("CONFIG", `operation: ${JSON.stringify(operation)} is not known`);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort(new LocalError("CLOSED", "the inspector has closed the connection"));
    await this.#client?.close();
    await this.#login?.[Symbol.asyncDispose]();
    await this.#closeHttp();
  }

  get client(): AgentClient {
    if (this.#client === undefined) throw new LocalError("CLOSED", "not connected: connect to an agent first");
    return this.#client;
  }

  #begin(taskId: string | undefined): WatchedCall {
    return new WatchedCall(this.#parts.next(), taskId, ({ number: call, taskId }, notice) => {
      const task = taskId === undefined ? {} : { taskId };
      this.#parts.journal.append({ stream: { connection: this.number, call, ...task, ...notice } });
    });
  }

  #run(call: WatchedCall, events: () => AsyncIterable<FollowedEvent>): void {
    void this.#calls.run(call, async () => {
      try {
        for await (const event of events()) this.#tell(call, event);
        call.ended();
      } catch (error) {
        if (!this.#stop.signal.aborted) call.failed(reasonOf(error));
      }
    });
  }

  #tell(call: WatchedCall, event: FollowedEvent): void {
    if ("gap" in event) {
      call.gap(event.gap.lastEventId);
      return;
    }
    call.taskId ??= taskIdOf(event);
    const id = this.#ids.get(event);
    const { version } = this.client.describe();
    const seen = { connection: this.number, call: call.number, version, event, ...(id !== undefined && { id }) };
    this.#parts.journal.append({ event: seen });
  }

  #observer(): StreamObserver {
    return {
      opened: (lastEventId) => this.#watched()?.opened(lastEventId),
      received: (event, id) => {
        if (id !== undefined) this.#ids.set(event, id);
        this.#watched()?.received(id);
      },
      lost: (error) => this.#watched()?.lost(reasonOf(error)),
    };
  }

  #watched(): WatchedCall | undefined {
    const call = this.#calls.getStore();
    return call === "background" ? undefined : call;
  }
}

/** The first event of a log is the task itself; the others follow it. */
const FIRST_EVENT = "1";
const CONNECT_MS = 20_000;
const CALL_MS = 60_000;
