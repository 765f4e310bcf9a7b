import type { Io } from "../cli/io.ts";

/** Asks the person at the terminal. */
export class Confirmation implements AsyncDisposable {
  readonly #io: Io;
  #answers: AsyncIterator<Uint8Array | string> | undefined;

  constructor(io: Io) {
    this.#io = io;
  }

  async confirms(question: string): Promise<boolean> {
    this.#io.err(`${question} [y/N] `);
    this.#answers ??= this.#io.stdin[Symbol.asyncIterator]();
    const { value } = await this.#answers.next();
    const answer = typeof value === "string" ? value : new TextDecoder().decode(value);
    return /^\s*y(es)?\s*$/i.test(answer);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#answers?.return?.();
  }
}
