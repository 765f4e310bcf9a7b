import type { Message, StreamResponse } from "@a2a/types";
import { taskIdOf } from "@a2a/types/internal";
import type {
  CheckResult,
  CheckRun,
  Connected,
  Delivery,
  FailedConnect,
  JournalEntry,
  LoginPage,
  SeenEvent,
  StreamNotice,
  WireCause,
  WireRequest,
} from "../../src/protocol/journal.ts";
import { addReplayed, addRow, type TaskLog } from "./task-log.ts";

/** One request and its response on the wire. */
export interface Exchange {
  /** The number of the journal entry with the request. */
  readonly n: number;
  readonly exchange: number;
  readonly connection: number;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  /** The size of the request on the wire, if its body was decoded: a message of gRPC. */
  readonly requestBytes?: number | undefined;
  readonly cause: WireCause | undefined;
  status?: number;
  /** The name of the status of a call over gRPC. */
  grpcStatus?: string;
  responseHeaders?: Readonly<Record<string, string>>;
  answeredAt?: number;
  /** The number of the journal entry with the head of the response. */
  answeredBy?: number;
  endedAt?: number;
  /** The number of the journal entry with the end. */
  endedBy?: number;
  error?: string;
  isCut: boolean;
  /** How many characters of the body arrived, or bytes of decoded messages. */
  size: number;
  /** Pieces of the body, with the time at which each came. */
  readonly body: BodyPiece[];
}

/** A piece of a body; `bytes` is the size on the wire of one that was decoded. */
export interface BodyPiece {
  readonly n: number;
  readonly at: number;
  readonly text: string;
  readonly bytes?: number;
}

/** Whether a call went over gRPC: its messages are shown decoded. */
export function isGrpc({ requestBytes }: Exchange): boolean {
  return requestBytes !== undefined;
}

/** An exchange as it was when the journal had come to an entry; `undefined` before its request. */
export function exchangeAsOf(exchange: Exchange, until: number | undefined): Exchange | undefined {
  if (until === undefined) return exchange;
  const {
    endedAt,
    endedBy = 0,
    error,
    grpcStatus,
    status,
    responseHeaders,
    answeredAt,
    answeredBy = 0,
    ...request
  } = exchange;
  if (request.n > until) return undefined;
  const body = exchange.body.filter(({ n }) => n <= until);
  return {
    ...request,
    body,
    size: body.reduce((sum, piece) => sum + sizeOfPiece(piece), 0),
    ...(answeredBy <= until && status !== undefined && responseHeaders && { status, responseHeaders }),
    ...(answeredBy <= until && answeredAt !== undefined && { answeredAt }),
    ...(endedBy <= until && endedAt !== undefined && { endedAt }),
    ...(endedBy <= until && error !== undefined && { error }),
    ...(endedBy <= until && grpcStatus !== undefined && { grpcStatus }),
  };
}

function sizeOfPiece({ text, bytes = text.length }: Pick<BodyPiece, "text" | "bytes">): number {
  return bytes;
}

/** A message of the user and its outcome. */
export interface Turn {
  readonly n: number;
  readonly call: number;
  readonly connection: number;
  readonly at: number;
  readonly message: Message;
  taskKey: string | undefined;
  /** Messages of the agent, of statuses as well. */
  readonly messages: { readonly n: number; readonly message: Message }[];
  readonly artifactIds: string[];
  error: string | undefined;
  /** When it ended, and the entry that said so. */
  end: { readonly n: number; readonly at: number } | undefined;
}

/** Everything the page shows, as the journal tells it. */
export class Model {
  last = 0;
  /** Connections by number; a connection to an address replaces the one before. */
  readonly connections = new Map<number, Connected>();
  /** The connection that was made last for the user, unless the last attempt failed. */
  latest: number | undefined;
  /** The last attempt to connect, if it failed. */
  failure: FailedConnect | undefined;
  /** The pages on which the user is to log in, by the address of the agent. */
  readonly logins = new Map<string, LoginPage>();
  /** The client id of the latest login, by the address of the agent. */
  readonly clientIds = new Map<string, string>();
  /** Cards before the current ones, by address, for a comparison. */
  readonly cardsBefore = new Map<string, string>();
  readonly exchanges = new Map<number, Exchange>();
  readonly logs = new Map<string, TaskLog>();
  readonly turns = new Map<number, Turn>();
  readonly deliveries: (Delivery & { readonly at: number })[] = [];
  checks: CheckResult[] = [];
  checkRun: CheckRun | undefined;
  /** The log of each connection that events were last added to. */
  readonly latestKeys = new Map<number, string>();
  readonly #keys = new Map<number, string>();
  /** The call with the latest message to each task. */
  readonly #newest = new Map<string, number>();
  /** Calls that read a log from its beginning. */
  readonly #replays = new Set<number>();

  apply(entry: JournalEntry): void {
    // After a reconnect the stream may repeat what is known.
    if (entry.n <= this.last) return;
    this.last = entry.n;
    const { at, n } = entry;
    if ("connected" in entry) this.#connect(entry.connected);
    else if ("unconnected" in entry) this.#fail(entry.unconnected);
    else if ("login" in entry) {
      const { address, url, clientId } = entry.login;
      if (clientId !== undefined) this.clientIds.set(address, clientId);
      if (url === undefined) this.logins.delete(address);
      else this.logins.set(address, entry.login);
    } else if ("request" in entry) this.#request(entry.request, n, at);
    else if ("response" in entry) {
      const { exchange, status, headers } = entry.response;
      this.#change(exchange, { status, responseHeaders: headers, answeredAt: at, answeredBy: n });
    } else if ("body" in entry) {
      const found = this.exchanges.get(entry.body.exchange);
      const { exchange: _, ...piece } = entry.body;
      found?.body.push({ n, at, ...piece });
      if (found) found.size += sizeOfPiece(piece);
    } else if ("end" in entry) {
      const { exchange, cut = false, ...end } = entry.end;
      this.#change(exchange, { endedAt: at, endedBy: n, isCut: cut, ...end });
    } else if ("sent" in entry) {
      const { call, connection, message } = entry.sent;
      const turn = { n, call, connection, at, message, messages: [], artifactIds: [] };
      this.turns.set(call, { ...turn, taskKey: undefined, error: undefined, end: undefined });
      if (message.taskId !== undefined) this.#newest.set(`${connection}/${message.taskId}`, call);
    } else if ("opened" in entry) {
      const { connection, call, taskId } = entry.opened;
      const log = this.#logOf(connection, taskId);
      log.isLive = true;
      this.#replays.add(call);
      this.#keys.set(call, log.key);
      this.latestKeys.set(connection, log.key);
    } else if ("event" in entry) this.#see(entry.event, n, at);
    else if ("stream" in entry) this.#note(entry.stream, n, at);
    else if ("delivery" in entry) this.deliveries.push({ ...entry.delivery, at });
    else if ("checks" in entry) {
      if (entry.checks.phase === "begun") this.checks = [];
      this.checkRun = entry.checks;
    } else if (entry.check.run === this.checkRun?.run) this.checks.push(entry.check);
  }

  /** The turns of a connection, the oldest first. */
  turnsOf(connection: number): Turn[] {
    return [...this.turns.values()].filter((turn) => turn.connection === connection);
  }

  /** Forgets the exchanges so far; those that are still open stay. */
  clearExchanges(): void {
    for (const [number, { endedAt }] of this.exchanges) if (endedAt !== undefined) this.exchanges.delete(number);
  }

  #connect(connected: Connected): void {
    const before = [...this.connections.values()].find(({ address }) => address === connected.address);
    if (before) {
      this.connections.delete(before.connection);
      const source = before.document?.source;
      if (source !== undefined && source !== connected.document?.source) this.cardsBefore.set(before.address, source);
    }
    this.connections.set(connected.connection, connected);
    if (connected.background) return;
    this.latest = connected.connection;
    this.failure = undefined;
  }

  #fail(failure: FailedConnect): void {
    if (failure.background) return;
    this.failure = failure;
    this.latest = undefined;
  }

  #request({ headers, body, bytes, cause, ...request }: WireRequest, n: number, at: number): void {
    const sent = { n, at, ...request, requestHeaders: headers, requestBody: body, requestBytes: bytes, cause };
    this.exchanges.set(request.exchange, { ...sent, isCut: false, size: 0, body: [] });
  }

  #change(exchange: number, change: Partial<Exchange>): void {
    const found = this.exchanges.get(exchange);
    if (found) Object.assign(found, change);
  }

  #logOf(connection: number, id: string): TaskLog {
    const key = `${connection}/${id}`;
    let log = this.logs.get(key);
    if (log === undefined) {
      log = { key, id, connection, rows: [], ids: new Set(), lastId: -1, task: undefined, isLive: true };
      this.logs.set(key, log);
    }
    return log;
  }

  #see({ connection, call, event, id, version }: SeenEvent, n: number, at: number): void {
    const turn = this.turns.get(call);
    const taskId = taskIdOf(event);
    if (taskId !== undefined) {
      const log = this.#logOf(connection, taskId);
      this.#keys.set(call, log.key);
      if (turn) turn.taskKey = log.key;
      this.latestKeys.set(connection, log.key);
      log.isLive = true;
      if (this.#replays.has(call)) addReplayed(log, { n, at, version, id, event });
      else addRow(log, { n, at, version, id, event });
    }
    if (turn && !this.#isContinued(turn)) addTo(turn, event, n);
  }

  /** Whether a newer turn has taken over: the stream of this one may still be open, but what it brings belongs to the newer one. */
  #isContinued({ call, taskKey = "" }: Turn): boolean {
    const newest = this.turns.get(this.#newest.get(taskKey) ?? call);
    return newest !== undefined && newest.call > call && newest.error === undefined;
  }

  #note(notice: StreamNotice, n: number, at: number): void {
    const turn = this.turns.get(notice.call);
    const isOver = notice.phase === "ended" || notice.phase === "failed";
    if (turn && isOver) {
      turn.end = { n, at };
      turn.error = notice.error;
    }
    const key = this.#keys.get(notice.call);
    const log = key === undefined ? undefined : this.logs.get(key);
    if (log === undefined) return;
    if (isOver) log.isLive = false;
    if (notice.phase === "ended") return;
    log.rows.push({ n, at, version: "", id: undefined, notice });
  }
}

function addTo(turn: Turn, event: StreamResponse, n: number): void {
  if ("message" in event) turn.messages.push({ n, message: event.message });
  else if ("statusUpdate" in event) addMessage(turn, event.statusUpdate.status.message, n);
  else if ("task" in event) {
    for (const { artifactId } of event.task.artifacts ?? []) addArtifact(turn, artifactId);
    addMessage(turn, event.task.status.message, n);
  } else addArtifact(turn, event.artifactUpdate.artifact.artifactId);
}

function addMessage(turn: Turn, message: Message | undefined, n: number): void {
  if (message === undefined || turn.messages.some((known) => known.message.messageId === message.messageId)) return;
  turn.messages.push({ n, message });
}

function addArtifact(turn: Turn, artifactId: string): void {
  if (!turn.artifactIds.includes(artifactId)) turn.artifactIds.push(artifactId);
}
