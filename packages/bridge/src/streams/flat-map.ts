/**
 * Turns one item into any number of others, which it adds to `out`. Returns false when no more items are wanted, or a promise where it has
 * to wait first, which is rare.
 */
export type Expand<In, Out> = (item: In, out: Out[]) => boolean | Promise<boolean>;

/** Callbacks for a stream besides its items. */
export interface StreamHooks<Out> {
  /** Items before those of the source. */
  readonly ready?: readonly Out[];
  /** May add items after the last. */
  atEnd?(out: Out[]): void | Promise<void>;
  /** The reader wants an item. */
  onAsk?(): void;
  /** The reader gets an item. An error that is thrown here ends the stream. */
  onGive?(): void;
  /** The source failed; what is returned is thrown. */
  onError?(error: unknown): unknown;
  /** The stream is over: at its end, by an error, or because the reader left. */
  onClose?(): void;
}

/**
 * The items of a source, each expanded into others. Leaving it leaves the source, also while an item is awaited. Not an async
 * generator: one that waits for its next item holds on to the last, and a stream may be idle for long after an event of many megabytes.
 */
export function flatMap<In, Out>(
  source: AsyncIterable<In>,
  expand: Expand<In, Out>,
  hooks: StreamHooks<Out> = {},
): AsyncIterableIterator<Out, undefined> {
  const { ready, ...others } = hooks; // what is ready is not held any longer than the rest
  return new FlatMap(source[Symbol.asyncIterator](), expand, others, ready);
}

/** Two expansions as one. Items that the first one yielded before it failed are expanded before the error is thrown. */
export function pipe<In, Middle, Out>(first: Expand<In, Middle>, second: Expand<Middle, Out>): Expand<In, Out> {
  return (item, out) => {
    const middle: Middle[] = [];
    let more: boolean | Promise<boolean> = false;
    let failure: { readonly error: unknown } | undefined;
    try {
      more = first(item, middle);
    } catch (error) {
      failure = { error };
    }
    for (let at = 0; at < middle.length; at++) {
      const wants = second(middle[at] as Middle, out); // the index is below the length
      if (wants === false) return false;
      if (wants !== true) return afterWaiting(wants, middle.slice(at + 1), second, out, failure, more);
    }
    if (failure) throw failure.error;
    return more;
  };
}

/** The rest of an expansion in two steps whose second one had to wait. */
async function afterWaiting<Middle, Out>(
  waiting: Promise<boolean>,
  rest: readonly Middle[],
  second: Expand<Middle, Out>,
  out: Out[],
  failure: { readonly error: unknown } | undefined,
  more: boolean | Promise<boolean>,
): Promise<boolean> {
  if (!(await waiting)) return false;
  for (const each of rest) if (!(await second(each, out))) return false;
  if (failure) throw failure.error;
  return more;
}

type Read<Out> = IteratorResult<Out, undefined>;
const DONE = { done: true as const, value: undefined };

class FlatMap<In, Out> implements AsyncIterableIterator<Out, undefined> {
  readonly #items: AsyncIterator<In>;
  readonly #expand: Expand<In, Out>;
  readonly #hooks: StreamHooks<Out>;
  readonly #ready: Out[] = [];
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(items: AsyncIterator<In>, expand: Expand<In, Out>, hooks: StreamHooks<Out>, ready: readonly Out[] = []) {
    this.#items = items;
    this.#expand = expand;
    this.#hooks = hooks;
    this.#ready.push(...ready);
  }

  next(): Promise<Read<Out>> {
    this.#hooks.onAsk?.();
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => {
        // A source that was left may end in an error of its own.
        if (this.#isOver) return resolve(DONE);
        this.#close();
        reject(this.#hooks.onError ? this.#hooks.onError(error) : error);
      };
      // Not a chain of promises: a stream may bring thousands of comments before its next event.
      const settle = () => {
        const value = this.#ready.shift();
        if (value !== undefined) return this.#give(value, resolve, reject);
        if (!this.#isOver) return void this.#items.next().then(this.#take).then(settle, fail);
        const failure = this.#failure;
        this.#failure = undefined;
        if (failure) reject(failure.error);
        else resolve(DONE);
      };
      settle();
    });
  }

  #give(value: Out, resolve: (read: Read<Out>) => void, reject: (error: unknown) => void): void {
    try {
      this.#hooks.onGive?.();
      resolve({ done: false, value });
    } catch (error) {
      void this.return().then(
        () => reject(error),
        () => reject(error),
      );
    }
  }

  readonly #take = ({ done, value }: IteratorResult<In>): Promise<unknown> | undefined => {
    if (this.#isOver) return undefined;
    let more: boolean | Promise<boolean> = false;
    try {
      if (done) more = this.#hooks.atEnd?.(this.#ready)?.then(() => false) ?? false;
      else more = this.#expand(value, this.#ready);
    } catch (error) {
      // What came before it is shown first.
      this.#failure = { error };
    }
    return typeof more === "boolean" ? this.#go(more, done) : this.#wait(more, done);
  };

  async #wait(waiting: Promise<boolean>, done: boolean | undefined): Promise<void> {
    let more = false;
    try {
      more = await waiting;
    } catch (error) {
      this.#failure = { error };
    }
    if (!this.#isOver) await this.#go(more, done);
    else this.#discard(); // the reader left meanwhile
  }

  #go(more: boolean, done: boolean | undefined): Promise<unknown> | undefined {
    if (more) return undefined;
    this.#close();
    return done ? undefined : this.#items.return?.();
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#hooks.onClose?.();
  }

  async return(): Promise<Read<Out>> {
    this.#close();
    this.#discard();
    await this.#items.return?.();
    return DONE;
  }

  #discard(): void {
    this.#failure = undefined;
    this.#ready.length = 0;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
