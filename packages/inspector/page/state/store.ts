import { batch, computed, signal } from "@preact/signals";
import type { ConnectRequest, InspectorState } from "../../src/protocol/api.ts";
import type { JournalEntry } from "../../src/protocol/journal.ts";
import { api, RequestError } from "./api.ts";
import { type DeepLink, readLink } from "./link.ts";
import { Model } from "./model.ts";

/** The panels, in the order of the navigation. */
export const panels = [
  "Conversation",
  "Tasks",
  "Artifacts",
  "Card",
  "Push",
  "Conformance",
  "Metrics",
  "Side by side",
] as const;
export type Panel = (typeof panels)[number];

/** `locked`: there is no session. */
export const phase = signal<"starting" | "locked" | "ready">("starting");
export const host = signal<InspectorState | undefined>(undefined);
export const panel = signal<Panel>("Conversation");
export const isConnecting = signal(false);
export const connectError = signal("");
export const isPaletteOpen = signal(false);
/** An address that a link names and that the page did not connect to by itself. */
export const suggestedAddress = signal("");
export const isWireOpen = signal(matchMedia("(min-width: 901px)").matches);
/** Changes with every batch of the journal; what is derived from the model reads it. */
const changes = signal(0);
const model = new Model();

/** The model, for components that are drawn again when it changes. */
export const seen = computed(() => {
  void changes.value;
  return { model };
});

/** The connection that the user chose; by default the latest. */
export const chosenConnection = signal<number | undefined>(undefined);

/** The agent that the page shows. */
export const connected = computed(() => {
  const { model: current } = seen.value;
  const chosen = chosenConnection.value;
  const number = chosen !== undefined && current.connections.has(chosen) ? chosen : current.latest;
  return number === undefined ? undefined : current.connections.get(number);
});

/** The log that is shown: the one that was chosen, or the latest of the connection. */
export const chosenKey = signal<string | undefined>(undefined);
/** The row up to which the page shows the past; `undefined` follows the newest. */
export const cursor = signal<number | undefined>(undefined);
export const shownLog = computed(() => {
  const { model: current } = seen.value;
  const connection = connected.value?.connection;
  const latest = connection === undefined ? undefined : current.latestKeys.get(connection);
  const chosen = chosenKey.value;
  const key = chosen?.startsWith(`${connection}/`) ? chosen : latest;
  const log = key === undefined ? undefined : current.logs.get(key);
  // A new object: the log itself is changed in place.
  return log && { ...log };
});

/** The number of the last journal entry that the page shows while it shows the past. */
export const asOf = computed(() => {
  const at = cursor.value;
  return at === undefined ? undefined : shownLog.value?.rows[at]?.n;
});

/** Turns up to this call belong to conversations before; one number for each connection. */
export const freshAfter = signal<Readonly<Record<number, number>>>({});

/** Whether a panel has something to show here. */
export function isOffered(name: Panel): boolean {
  const { conformance = false, metrics = false, agents = [] } = host.value ?? {};
  if (name === "Conformance") return conformance;
  if (name === "Metrics") return metrics;
  return name !== "Side by side" || agents.length > 1 || seen.value.model.connections.size > 1;
}

/** Begins a new conversation with the agent that is shown. */
export function startConversation(): void {
  const connection = connected.value?.connection;
  if (connection === undefined) return;
  const last = model.turnsOf(connection).at(-1)?.call ?? 0;
  freshAfter.value = { ...freshAfter.value, [connection]: last };
  choose(undefined);
}

/** Shows a log from its newest event on. */
export function choose(key: string | undefined): void {
  batch(() => {
    chosenKey.value = key;
    cursor.value = undefined;
  });
}

/** Shows an agent that the session is connected to. */
export function showAgent(connection: number): void {
  batch(() => {
    chosenConnection.value = connection;
    connectError.value = "";
    choose(undefined);
  });
}

/** Opens a task of the agent that is shown: its log is read from the beginning where the agent keeps one. */
export async function openTask(taskId: string): Promise<void> {
  const connection = connected.value?.connection;
  if (connection === undefined) return;
  await api.follow({ taskId, connection });
  batch(() => {
    choose(`${connection}/${taskId}`);
    panel.value = "Conversation";
  });
}

/** Begins the session: with the token in the fragment, else with the cookie of an earlier visit. */
export async function start(): Promise<void> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  const link = readLink(fragment);
  // The token stays in no history, and in no address that is copied.
  if (token !== null) history.replaceState(undefined, "", location.pathname);
  try {
    open(token === null ? await api.state() : await api.openSession(token), link);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    phase.value = "locked";
  }
}

/** Shows the page to a user with a session. */
export function open(state: InspectorState, link: DeepLink = {}): void {
  batch(() => {
    host.value = state;
    phase.value = "ready";
    const named = panels.find((name) => name === link.panel);
    if (named) panel.value = named;
  });
  const journal = new EventSource("./api/journal");
  journal.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const entries = JSON.parse(data) as JournalEntry[]; // written by the host
    for (const entry of entries) model.apply(entry);
    if (entries.some((entry) => "sent" in entry || "unconnected" in entry)) choose(undefined);
    drawSoon();
  });
  void follow(state, link);
}

/** Connects to the agent of a link, or to the one that the host names, and opens the task of the link. */
async function follow(state: InspectorState, { agent, task, event }: DeepLink): Promise<void> {
  // After a reload, the connections are in the journal.
  if (state.isConnected) await until(() => model.connections.size > 0);
  const [only] = state.agents;
  const offered = state.agents.find(({ name, url }) => name === agent || url === agent)?.url;
  const open = [...model.connections.values()].find(({ address }) => address === (offered ?? agent));
  // A server shows its first agent; where any address may be typed, the user has the choice.
  const first = state.agent ?? (state.agents.length === 1 || !state.anyAddress ? only?.url : undefined);
  if (open) showAgent(open.connection);
  else if (offered !== undefined) await connectTo({ agent: offered });
  // A link must not make this machine call any address: the user decides.
  else if (agent !== undefined) suggestedAddress.value = agent;
  else if (first !== undefined && !state.isConnected) await connectTo({ agent: first });
  const { connection } = connected.value ?? {};
  if (task === undefined || connection === undefined) return;
  const shown = panel.value;
  if (model.logs.has(`${connection}/${task}`)) choose(`${connection}/${task}`);
  else await openTask(task);
  panel.value = shown;
  if (event === undefined) return;
  await until(() => (shownLog.value?.rows.length ?? 0) > event);
  cursor.value = event;
}

/** Resolves as soon as something holds, at the latest after three seconds. */
function until(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    const check = () => {
      if (!holds()) return;
      clearTimeout(timer);
      stop?.();
      resolve();
    };
    const timer = setTimeout(() => {
      stop?.();
      resolve();
    }, 3_000);
    stop = changes.subscribe(() => queueMicrotask(check));
    check();
  });
}

let isDrawing = false;

/** Draws once for all entries that arrive within a frame. */
function drawSoon(): void {
  if (isDrawing) return;
  isDrawing = true;
  setTimeout(() => {
    isDrawing = false;
    redraw();
  }, 16);
}

/** Draws what the model holds. */
export function redraw(): void {
  changes.value += 1;
}

/** Connects, in place of the connection before to the same address, and shows the agent unless it is a background connection. */
export async function connectTo(request: ConnectRequest): Promise<void> {
  const isShown = !request.background;
  if (isShown) isConnecting.value = true;
  connectError.value = "";
  try {
    const { connection } = await api.connect(request);
    if (!isShown) return;
    await until(() => model.connections.has(connection));
    showAgent(connection);
  } catch (error) {
    chosenConnection.value = isShown ? undefined : chosenConnection.value;
    connectError.value = (error as Error).message;
  } finally {
    if (isShown) isConnecting.value = false;
  }
}
