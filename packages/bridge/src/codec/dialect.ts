import type { JsonObject, OperationName, SendMessageRequest } from "@a2a/types";
import type { StreamEncoder } from "./version-codec.ts";

/**
 * A deviation from the published protocol that is in production somewhere, passed in as a value. It changes only what is
 * written; reading always accepts known deviations. Define another value for another deviation.
 */
export interface Dialect {
  readonly name: string;
  /** JSON-RPC request ids are strings. */
  readonly textIds?: true;
  /** JSON-RPC errors have HTTP status 200, since clients treat any other as a connection failure. */
  readonly errorsWithOk?: true;
  /**
   * Whether a send of 0.1 is answered when its task has ended, or immediately with the current task. By default, this depends on the
   * path.
   */
  readonly blockingSends?: boolean;
  /** The `data` of errors is null. */
  readonly bareErrors?: true;
  /** The response to a message is always a task. */
  readonly tasksOnly?: true;
  /** A task that needs credentials is shown as one that needs input. */
  readonly credentialsAsInput?: true;
  /** The message of a status is a plain text. */
  readonly textStatus?: true;
  /** Data parts hold objects only, no arrays. */
  readonly objectDataOnly?: true;
  /** The name of artifacts that have none. */
  readonly artifactName?: string;
  /** JSON-RPC methods that return the public card. */
  readonly cardMethods?: readonly string[];
  /** HTTP+JSON bodies are sent as `application/json` instead of the media type of the protocol version. */
  readonly plainJson?: true;
  /** Operations that are called by the second of their HTTP+JSON routes. */
  readonly secondRoutes?: readonly OperationName[];
  /** A webhook of 0.3 is posted without the request around it, as HTTP+JSON bodies are annotated in its proto. */
  readonly bareWebhooks?: true;
  /** Members that the proto of 0.3 got after its initial release are left out: names of files, metadata of parts, references. */
  readonly initialProto?: true;
  /** Transforms an outgoing request. */
  request?(request: SendMessageRequest): SendMessageRequest;
  /** Transforms an encoded 0.1 task. */
  task?(wire: JsonObject): JsonObject;
  /** Transforms an encoded card. */
  card?(wire: JsonObject): JsonObject;
  /** Writes the events of a stream of 1.0. */
  eventEncoder?(): StreamEncoder;
}
