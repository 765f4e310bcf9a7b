import type { ServerRequest } from "@a2a/bridge";
import { A2AError, type Principal } from "@a2a/types";

/** A caller that could not prove who it is, and how it could. */
export interface Challenge {
  /** The value of `WWW-Authenticate`. */
  challenge: string;
  /** The message for the caller. */
  message?: string;
}

/** Finds out who calls, by everything but the body: that is not read yet, and empty. Throwing an `A2AError` refuses the call; anything else thrown is an internal error. */
export type Authenticate = (request: ServerRequest) => Promise<Principal | Challenge> | Principal | Challenge;

/** The one caller of an agent that asks for no credentials. */
export const anonymous: Authenticate = () => NOBODY;
const NOBODY: Principal = { subject: "anonymous" };

/** The caller, if it could prove who it is. Throws a `Challenged` otherwise. */
export function identified(result: Principal | Challenge): Principal {
  if (!("challenge" in result)) return result;
  throw new Challenged(result.challenge, result.message);
}

/** The refusal of a caller that could not prove who it is, and how it could. */
export class Challenged extends A2AError {
  readonly challenge: string;

  constructor(challenge: string, message: string | undefined) {
    super("UNAUTHENTICATED", message);
    this.challenge = challenge;
  }
}

/**
 * The owner of the tasks that a caller begins: its subject, and who vouches for it. The same subject from two issuers counts as two owners. The
 * encoded source holds no bar, so that no subject can pass for one of another source.
 */
export function ownerOf({ source, subject }: Principal): string {
  return source === undefined ? subject : `${encodeURIComponent(source.toWellFormed())}|${subject}`;
}
