import type { JsonObject } from "../model/json.ts";

/** Who calls, as far as the server could establish it. */
export interface Principal {
  /** The stable name of the caller; `anonymous` when nobody was asked. */
  subject: string;
  /** The tenant the caller belongs to. */
  tenant?: string;
  /** What the caller may do. */
  scopes?: readonly string[];
  /** The program that calls on the subject's behalf. */
  clientId?: string;
  /** Who acts for the subject, where a token was exchanged. */
  actor?: string;
  /** Everything else the credential says. */
  claims?: JsonObject;
}
