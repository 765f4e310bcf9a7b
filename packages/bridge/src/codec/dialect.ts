import type { JsonObject, SendMessageRequest } from "@a2a/types";
import type { StreamEncoder } from "./version-codec.ts";

/**
 * A deviation from the published protocol that is in production somewhere, as a value that is handed in. It changes only what is
 * written; reading understands what peers are known to send. Whoever meets another deviation makes another value.
 */
export interface Dialect {
  readonly name: string;
  /** The ids of JSON-RPC requests are texts. */
  readonly textIds?: true;
  /** JSON-RPC errors come with the HTTP status 200, since clients take any other for a broken connection. */
  readonly errorsWithOk?: true;
  /** The `data` of errors is null. */
  readonly bareErrors?: true;
  /** The answer to a message is always a task. */
  readonly tasksOnly?: true;
  /** A task that needs credentials is shown as one that needs input. */
  readonly credentialsAsInput?: true;
  /** The message of a status is a plain text. */
  readonly textStatus?: true;
  /** Data parts hold objects only, no arrays. */
  readonly objectDataOnly?: true;
  /** The name of artifacts that have none. */
  readonly artifactName?: string;
  /** JSON-RPC methods that are answered with the public card. */
  readonly cardMethods?: readonly string[];
  /** Changes a request before it is written. */
  request?(request: SendMessageRequest): SendMessageRequest;
  /** Changes a task of 0.1 that was written. */
  task?(wire: JsonObject): JsonObject;
  /** Changes a card that was written. */
  card?(wire: JsonObject): JsonObject;
  /** Writes the events of a stream of 1.0. */
  eventEncoder?(): StreamEncoder;
}
