import { isTerminal } from "@a2a/types";
import type { Draft } from "../live/draft.ts";
import { LiveTask } from "../live/live-task.ts";
import type { OpenChange } from "../live/open-change.ts";
import { FencedError } from "../port/lease.ts";
import type { TaskHead } from "../rules/head.ts";
import { cancelMetadata, type Note, takeNote } from "../rules/notes.ts";
import { type Acquired, NotesLeft } from "../store/sharing.ts";
import type { TaskRecord } from "../store/task-store.ts";
import type { TextEntry } from "../text/log-entry.ts";
import type { SharedState } from "./shared-state.ts";

/** A task in a storage that others share: this engine changes it only while it owns it, that is, while it holds the lease in the storage. */
export class SharedTask extends LiveTask {
  declare protected readonly state: SharedState;
  /** Whether this engine holds the lease. */
  #holds: boolean;
  /** The number of the last note that was accepted. */
  #noted = 0;

  constructor(state: SharedState, id: string, record: TaskRecord | undefined, draft?: Draft) {
    super(state, id, record, draft);
    this.#holds = draft !== undefined;
  }

  override get isOwned(): boolean {
    return this.#holds || this.isPending;
  }

  override get isCurrent(): boolean {
    return this.isOwned ? this.state.isFresh : isTerminal(this.shown.state);
  }

  override get isBusy(): boolean {
    return super.isBusy || this.#holds;
  }

  /** The lease to renew. While a write is under way, that write says whether the lease is held. */
  get heldToken(): number | undefined {
    return this.#holds && this.record && !this.inFlight ? this.record.head.token : undefined;
  }

  override durable(): void {
    this.#holds = this.inFlight?.head.run === "running";
    super.durable();
  }

  override refused(error: unknown): void {
    if (error instanceof NotesLeft && this.inFlight) {
      this.#writeAgain(this.inFlight, error.notes);
      return;
    }
    super.refused(error);
    if (!(error instanceof FencedError && this.record)) return;
    this.lost();
    this.restIfIdle();
  }

  protected override undo(): OpenChange | undefined {
    this.#noted = this.record?.taken ?? 0;
    return super.undo();
  }

  /** This engine has acquired the lease, and takes the notes for the previous holder. */
  acquired({ record, notes }: Acquired): void {
    if (this.record !== record && this.record) this.showRead(record, NO_ENTRIES);
    this.#holds = true;
    this.#noted = record.taken ?? 0;
    this.state.tasks.keep(this);
    // The turn of the previous holder has no holder now.
    if (this.head.run === "running") this.accept(withoutHolder);
    this.takeNotes(notes);
  }

  /** Releases a lease that is not needed. If that fails, the next renewal tries again. */
  override unlock(): void {
    if (this.#holds && this.record && !this.isPinned) this.accept(withoutHolder);
  }

  override async takeMessages(isHeld: () => boolean): Promise<void> {
    const notes = await this.state.store.sharing.notes([this.id]);
    if (isHeld()) this.takeNotes(notes.get(this.id) ?? []);
  }

  /** Takes notes for the holder of the lease. A note that arrives too late is taken when the last write is refused. */
  takeNotes(notes: readonly Note[]): void {
    for (const note of notes) {
      if (note.n <= this.#noted || isTerminal(this.head.state)) continue;
      this.accept((head) => takeNote(head, note, this.state));
      this.#noted = note.n;
      const metadata = cancelMetadata(note);
      if (metadata) this.lease?.requestCancel(metadata.metadata);
    }
  }

  /** Another engine holds the lease. */
  lost(): void {
    this.#holds = false;
    if (this.record) this.record.text = undefined;
    this.lease?.lose();
    if (this.isRead) this.state.tasks.refresh(this.id);
  }

  /** The task was read, and the entries that followed the last one shown. */
  refreshed(record: TaskRecord, entries: readonly TextEntry[]): void {
    if (this.isOwned || this.isRemoved || record.head.seq < this.shown.seq) return;
    const isChanged = record.head.seq > this.shown.seq;
    this.showRead(record, entries);
    if (isChanged) this.wake();
  }

  /** A change was refused because of new notes: takes them first, and decides its steps again. */
  #writeAgain(change: OpenChange, notes: readonly Note[]): void {
    const behind = this.undo();
    this.takeNotes(notes);
    this.extend((open) => {
      repeat(change, open);
      if (behind) repeat(behind, open);
    });
  }
}

const NO_ENTRIES: readonly TextEntry[] = Object.freeze([]);

/** A turn that has no holder here waits to be claimed. */
function withoutHolder(head: TaskHead): { readonly head: TaskHead } {
  return { head: head.run === "running" ? { ...head, run: "queued" } : head };
}

/** Adds the steps of a change that was not written, decided again, except notes; those behind a refused one are refused too. */
function repeat({ parties }: OpenChange, open: OpenChange): void {
  let refused: { readonly error: unknown } | undefined;
  for (const { decide, caller, isNote } of parties) {
    if (isNote) continue;
    try {
      if (!decide) open.await((refusal, seq) => caller?.(refusal, seq));
      else if (refused) open.reject(refused.error, caller);
      else open.add(decide, caller);
    } catch (error) {
      refused = { error };
      open.reject(error, caller);
    }
  }
}
