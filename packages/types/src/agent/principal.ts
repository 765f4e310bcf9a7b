import type { JsonObject } from "../json/json.ts";

/** The caller, as far as the server could establish its identity. */
export interface Principal {
  /** The stable name of the caller; `anonymous` when nobody was asked. */
  subject: string;
  /**
   * The authority for the subject: the issuer of its token, or the authenticator that knows its credential. Callers with the same
   * subject from different sources are different callers. Absent when nobody was asked.
   */
  source?: string;
  /** The tenant the caller belongs to. */
  tenant?: string;
  /** The permissions of the caller. */
  scopes?: readonly string[];
  /** The program that calls on the subject's behalf. */
  clientId?: string;
  /** The party that acts for the subject, if a token was exchanged. */
  actor?: string;
  /** Everything else the credential says. */
  claims?: JsonObject;
}
