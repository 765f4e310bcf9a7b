import type { OperationName, Operations } from "@a2a/types";
import type { Dialect } from "./dialect.ts";
import type { VersionCodec } from "./version-codec.ts";

/** Another way to write some HTTP+JSON requests, for peers that refuse the usual one. */
export interface RestVariant {
  /** A name to remember it by. */
  readonly name: string;
  /** The deviation of such a peer, for people to read. */
  readonly about: string;
  /** How the requests are written. */
  readonly dialect: Omit<Dialect, "name">;
  /** Whether the variant writes a call differently. */
  changes(codec: VersionCodec, operation: OperationName, input: Operations[OperationName]["input"]): boolean;
  /** Whether an error may be about the way the request was written. Then the peer has carried nothing out. */
  isSuggestedBy(error: unknown): boolean;
}
