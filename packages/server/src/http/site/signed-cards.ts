import type { Answer, ServerRequest } from "@a2a/bridge";
import type { CardHandler } from "@a2a/card/handler";
import type { Logger } from "@a2a/types";
import { cardUnavailable } from "./card-unavailable.ts";

/** Serves a card that is signed when it is first requested. */
export class SignedCards {
  readonly #unsigned: CardHandler;
  readonly #sign: () => Promise<CardHandler>;
  readonly #logger: Logger;
  #signed: CardHandler | undefined;
  #signing: Promise<CardHandler> | undefined;

  /** `unsigned` tells which requests are for the card; `sign` makes the handler that answers them. */
  constructor(unsigned: CardHandler, sign: () => Promise<CardHandler>, logger: Logger) {
    this.#unsigned = unsigned;
    this.#sign = sign;
    this.#logger = logger;
  }

  answer(request: ServerRequest): Answer | undefined | Promise<Answer> {
    if (this.#signed) return this.#signed(request);
    return this.#unsigned(request) && this.#answerSigned(request);
  }

  /** A key may be out of reach for a while, so that a failure is not final. */
  async #answerSigned(request: ServerRequest): Promise<Answer> {
    this.#signing ??= this.#sign();
    try {
      this.#signed = await this.#signing;
      return this.#signed(request) as Answer; // it answers the same requests as the unsigned one
    } catch (error) {
      this.#logger.error({ error }, "the agent card could not be signed");
      return UNSIGNED;
    } finally {
      this.#signing = undefined;
    }
  }
}

const UNSIGNED = cardUnavailable("The agent card cannot be signed at the moment: try again shortly");
