import {
  applyEvent,
  canTransition,
  copyTask,
  isTerminal,
  type Message,
  type StreamResponse,
  type Task,
} from "@a2a/types";
import type {
  CheckResult,
  CheckRun,
  Connected,
  Delivery,
  JournalEntry,
  SeenEvent,
  StreamNotice,
} from "../../src/protocol/journal.ts";

/** One request and its response on the wire. */
export interface Exchange {
  readonly exchange: number;
  readonly connection: number;
  readonly at: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: string | undefined;
  status?: number;
  responseHeaders?: Readonly<Record<string, string>>;
  answeredAt?: number;
  endedAt?: number;
  error?: string;
  isCut: boolean;
  /** Pieces of the body, with the time at which each came. */
  readonly body: { readonly at: number; readonly text: string }[];
}

/** One row of a timeline. */
export interface Row {
  readonly at: number;
  /** Whether `at` is only an upper bound: the event was read from the agent's log, which does not say when it happened. */
  readonly isLate?: boolean;
  readonly version: string;
  readonly id: string | undefined;
  readonly event?: StreamResponse;
  readonly notice?: StreamNotice;
  /** What is wrong with the event where it stands. */
  readonly problem?: string;
}

/** The log of a task as far as it was seen. */
export interface TaskLog {
  readonly key: string;
  readonly id: string;
  readonly connection: number;
  rows: Row[];
  /** The fold of all rows. */
  task: Task | undefined;
  isLive: boolean;
}

/** A message of the user and what came of it. */
export interface Turn {
  readonly call: number;
  readonly connection: number;
  readonly at: number;
  readonly message: Message;
  taskKey: string | undefined;
  /** Messages of the agent, of statuses as well. */
  readonly messages: Message[];
  readonly artifactIds: string[];
  error: string | undefined;
  isOver: boolean;
}

/** Everything the page shows, as the journal tells it. */
export class Model {
  last = 0;
  connected: Connected | undefined;
  /** The card before the current one of the same address, for a comparison. */
  cardBefore: string | undefined;
  readonly exchanges = new Map<number, Exchange>();
  readonly logs = new Map<string, TaskLog>();
  readonly turns = new Map<number, Turn>();
  readonly deliveries: (Delivery & { readonly at: number })[] = [];
  checks: CheckResult[] = [];
  checkRun: CheckRun | undefined;
  /** The log that events were last added to. */
  latestKey: string | undefined;
  readonly #keys = new Map<number, string>();
  /** Calls that read a log from its beginning. */
  readonly #replays = new Set<number>();

  apply(entry: JournalEntry): void {
    // After a reconnect the stream may repeat what is known.
    if (entry.n <= this.last) return;
    this.last = entry.n;
    const { at } = entry;
    if ("connected" in entry) this.#connect(entry.connected);
    else if ("unconnected" in entry) this.#connect(undefined);
    else if ("request" in entry) {
      const { exchange, connection, method, url, headers, body } = entry.request;
      const request = { exchange, connection, at, method, url, requestHeaders: headers, requestBody: body };
      this.exchanges.set(exchange, { ...request, isCut: false, body: [] });
    } else if ("response" in entry) {
      const { exchange, status, headers } = entry.response;
      this.#change(exchange, { status, responseHeaders: headers, answeredAt: at });
    } else if ("body" in entry) this.exchanges.get(entry.body.exchange)?.body.push({ at, text: entry.body.text });
    else if ("end" in entry) {
      const { exchange, error, cut = false } = entry.end;
      this.#change(exchange, { endedAt: at, isCut: cut, ...(error !== undefined && { error }) });
    } else if ("sent" in entry) {
      const { call, connection, message } = entry.sent;
      const turn = { call, connection, at, message, messages: [], artifactIds: [] };
      this.turns.set(call, { ...turn, taskKey: undefined, error: undefined, isOver: false });
    } else if ("opened" in entry) {
      const { connection, call, taskId } = entry.opened;
      const log = this.#logOf(connection, taskId);
      log.isLive = true;
      this.#replays.add(call);
      this.#keys.set(call, log.key);
      this.latestKey = log.key;
    } else if ("event" in entry) this.#see(entry.event, at);
    else if ("stream" in entry) this.#note(entry.stream, at);
    else if ("delivery" in entry) this.deliveries.push({ ...entry.delivery, at });
    else if ("checks" in entry) {
      if (entry.checks.phase === "begun") this.checks = [];
      this.checkRun = entry.checks;
    } else if (entry.check.run === this.checkRun?.run) this.checks.push(entry.check);
  }

  #connect(connected: Connected | undefined): void {
    const before = this.connected;
    const isSame = before?.address === connected?.address;
    if (isSame && before?.document?.source !== connected?.document?.source) this.cardBefore = before?.document?.source;
    if (!isSame) this.cardBefore = undefined;
    this.connected = connected;
    this.latestKey = undefined;
    this.checks = [];
    this.checkRun = undefined;
  }

  #change(exchange: number, change: Partial<Exchange>): void {
    const found = this.exchanges.get(exchange);
    if (found) Object.assign(found, change);
  }

  #logOf(connection: number, id: string): TaskLog {
    const key = `${connection}/${id}`;
    let log = this.logs.get(key);
    if (log === undefined) {
      log = { key, id, connection, rows: [], task: undefined, isLive: true };
      this.logs.set(key, log);
    }
    return log;
  }

  #see({ connection, call, event, id, version }: SeenEvent, at: number): void {
    const turn = this.turns.get(call);
    const taskId = taskIdOf(event);
    if (taskId !== undefined) {
      const log = this.#logOf(connection, taskId);
      this.#keys.set(call, log.key);
      if (turn) turn.taskKey = log.key;
      this.latestKey = log.key;
      log.isLive = true;
      if (this.#replays.has(call)) addReplayed(log, { at, version, id, event });
      else addRow(log, { at, version, id, event });
    }
    if (turn) addTo(turn, event);
  }

  #note(notice: StreamNotice, at: number): void {
    const turn = this.turns.get(notice.call);
    if (turn && (notice.phase === "ended" || notice.phase === "failed")) {
      turn.isOver = true;
      turn.error = notice.error;
    }
    const key = this.#keys.get(notice.call);
    const log = key === undefined ? undefined : this.logs.get(key);
    if (log === undefined) return;
    if (notice.phase === "ended" || notice.phase === "failed") log.isLive = false;
    if (notice.phase === "ended") return;
    log.rows.push({ at, version: "", id: undefined, notice });
  }
}

function addRow(log: TaskLog, row: Row & { readonly event: StreamResponse }): void {
  const problem = problemOf(log, row.event, row.id);
  log.rows.push({ ...row, ...(problem !== undefined && { problem }) });
  if (log.task) applyEvent(log.task, row.event);
  else if ("task" in row.event) log.task = copyTask(row.event.task);
}

/**
 * Adds an event of a log that is read again. Events that were seen before keep their row, and with it the time at which they were seen.
 * The others happened before they arrived: statuses say when, and everything before a status happened before it.
 */
function addReplayed(log: TaskLog, row: Row & { readonly event: StreamResponse }): void {
  const { id, event } = row;
  if (id !== undefined && log.rows.some((known) => known.id === id)) return;
  const stamp = Date.parse(timestampOf(event) ?? "");
  const at = Number.isNaN(stamp) ? row.at : Math.min(row.at, stamp);
  for (let index = log.rows.length - 1; index >= 0; index--) {
    const before = log.rows[index];
    if (before === undefined || before.at <= at) break;
    log.rows[index] = { ...before, at, isLate: true };
  }
  const place = id === undefined ? -1 : log.rows.findIndex((known) => Number(known.id) > Number(id));
  if (place < 0) {
    addRow(log, { ...row, at });
    return;
  }
  log.rows.splice(place, 0, { ...row, at: Math.min(at, log.rows[place]?.at ?? at) });
  log.task = taskAt(log.rows, log.rows.length - 1);
}

function timestampOf(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.status.timestamp;
  return "statusUpdate" in event ? event.statusUpdate.status.timestamp : undefined;
}

/** The task that the rows up to one fold to. */
export function taskAt(rows: readonly Row[], index: number): Task | undefined {
  let task: Task | undefined;
  for (const { event } of rows.slice(0, index + 1)) {
    if (event === undefined) continue;
    if (task) applyEvent(task, event);
    else if ("task" in event) task = copyTask(event.task);
  }
  return task;
}

function taskIdOf(event: StreamResponse): string | undefined {
  if ("task" in event) return event.task.id;
  if ("statusUpdate" in event) return event.statusUpdate.taskId;
  return "artifactUpdate" in event ? event.artifactUpdate.taskId : event.message.taskId;
}

/** What an event violates: the order of numbers, the state machine, or the rules of artifacts. */
function problemOf({ rows, task }: TaskLog, event: StreamResponse, id: string | undefined): string | undefined {
  const before = rows.findLast((row) => row.id !== undefined)?.id;
  const isSnapshot = "task" in event;
  if (!isSnapshot && id !== undefined && before !== undefined && Number(id) <= Number(before)) {
    return `event ${id} came after event ${before}`;
  }
  if (task === undefined || isSnapshot) return undefined;
  if ("statusUpdate" in event) {
    const { state } = event.statusUpdate.status;
    if (!canTransition(task.status.state, state))
      return `${stateName(task.status.state)} cannot become ${stateName(state)}`;
  } else if (isTerminal(task.status.state)) return `the task was ${stateName(task.status.state)} already`;
  if ("artifactUpdate" in event && event.artifactUpdate.append === true) {
    const { artifactId } = event.artifactUpdate.artifact;
    if (!task.artifacts?.some((artifact) => artifact.artifactId === artifactId)) {
      return `appends to artifact "${artifactId}", which does not exist`;
    }
  }
  return undefined;
}

/** A state as people write it: `input required`. */
export function stateName(state: string): string {
  return state.replace("TASK_STATE_", "").toLowerCase().replaceAll("_", " ");
}

function addTo(turn: Turn, event: StreamResponse): void {
  if ("message" in event) turn.messages.push(event.message);
  else if ("statusUpdate" in event) addMessage(turn, event.statusUpdate.status.message);
  else if ("task" in event) {
    for (const { artifactId } of event.task.artifacts ?? []) addArtifact(turn, artifactId);
    addMessage(turn, event.task.status.message);
  } else addArtifact(turn, event.artifactUpdate.artifact.artifactId);
}

function addMessage(turn: Turn, message: Message | undefined): void {
  if (message === undefined || turn.messages.some(({ messageId }) => messageId === message.messageId)) return;
  turn.messages.push(message);
}

function addArtifact(turn: Turn, artifactId: string): void {
  if (!turn.artifactIds.includes(artifactId)) turn.artifactIds.push(artifactId);
}
