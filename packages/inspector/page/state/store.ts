import { batch, computed, signal } from "@preact/signals";
import type { ConnectRequest, InspectorState } from "../../src/protocol/api.ts";
import type { JournalEntry } from "../../src/protocol/journal.ts";
import { api, RequestError } from "./api.ts";
import { Model } from "./model.ts";

/** The panels, in the order of the navigation. */
export const panels = ["Conversation", "Artifacts", "Tasks", "Card", "Push", "Conformance", "Metrics"] as const;
export type Panel = (typeof panels)[number];

/** `locked`: there is no session; `credentials`: the server asks for some. */
export const phase = signal<"starting" | "locked" | "ready">("starting");
export const host = signal<InspectorState | undefined>(undefined);
export const panel = signal<Panel>("Conversation");
export const isConnecting = signal(false);
export const connectError = signal("");
/** Changes with every batch of the journal; what is derived from the model reads it. */
const changes = signal(0);
const model = new Model();

/** The model, for whoever should be drawn again when it changes. */
export const seen = computed(() => {
  void changes.value;
  return { model };
});

/** The log that is shown: the one that was chosen, or the latest. */
export const chosenKey = signal<string | undefined>(undefined);
/** The row up to which the task is shown; `undefined` follows the newest. */
export const cursor = signal<number | undefined>(undefined);
export const shownLog = computed(() => {
  const { model: current } = seen.value;
  const key = chosenKey.value ?? current.latestKey;
  const log = key === undefined ? undefined : current.logs.get(key);
  // A new object: the log itself is changed in place.
  return log && { ...log };
});

/** Shows a log from its newest event on. */
export function choose(key: string | undefined): void {
  batch(() => {
    chosenKey.value = key;
    cursor.value = undefined;
  });
}

/** Begins the session: with the token in the fragment, else with the cookie of an earlier visit. */
export async function start(): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  // The token stays in no history, and in no address that is copied.
  if (token !== null) history.replaceState(undefined, "", location.pathname);
  try {
    open(token === null ? await api.state() : await api.openSession(token));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    phase.value = "locked";
  }
}

/** Shows the page to somebody with a session. */
export function open(state: InspectorState): void {
  batch(() => {
    host.value = state;
    phase.value = "ready";
  });
  const journal = new EventSource("./api/journal");
  journal.addEventListener("message", ({ data }: MessageEvent<string>) => {
    const entries = JSON.parse(data) as JournalEntry[]; // written by the host
    for (const entry of entries) model.apply(entry);
    if (entries.some((entry) => "sent" in entry || "connected" in entry)) choose(undefined);
    drawSoon();
  });
  const [only] = state.agents;
  const agent = state.agent ?? (state.agents.length === 1 ? only?.url : undefined);
  // What an earlier visit has connected to is in the journal, which may still be on its way.
  if (agent !== undefined) setTimeout(() => model.connected ?? void connectTo({ agent }), 100);
}

let isDrawing = false;

/** Draws once for all entries that arrive within a frame. */
function drawSoon(): void {
  if (isDrawing) return;
  isDrawing = true;
  setTimeout(() => {
    isDrawing = false;
    changes.value += 1;
  }, 16);
}

/** Connects, in place of the connection before. */
export async function connectTo(request: ConnectRequest): Promise<void> {
  isConnecting.value = true;
  connectError.value = "";
  try {
    await api.connect(request);
  } catch (error) {
    connectError.value = (error as Error).message;
  } finally {
    isConnecting.value = false;
  }
}
