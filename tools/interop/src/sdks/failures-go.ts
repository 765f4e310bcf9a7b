import type { KnownFailure } from "./sdk.ts";

/** The failures of the SDKs for Go. */
export const goFailures: readonly KnownFailure[] = [
  {
    sdk: "a2a-go 2.4",
    caller: "ours",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["send, file with content"],
    fault: "theirs",
    reason: "the content of files is base64 of base64: what is encoded once is dropped",
  },
  {
    sdk: "a2a-go 2.4",
    caller: "theirs",
    version: "1.0",
    binding: "JSONRPC",
    operations: ["stream, refused"],
    fault: "theirs",
    reason:
      "the client reads event streams only; 1.0 answers a call that is refused before the stream begins with plain JSON",
  },
  {
    sdk: "a2a-go 2.4",
    caller: "theirs",
    version: "0.3",
    binding: "JSONRPC",
    operations: ["stream, refused", "get, unknown task", "cancel, finished task"],
    fault: "theirs",
    reason: "the client reads `error.data` as a list only, that of a2a-go 0.3 as an object only; 0.3 allows both",
  },
  {
    sdk: "a2a-go 2.4",
    caller: "theirs",
    version: "0.3",
    binding: "JSONRPC",
    operations: ["list", "list, empty", "request, invalid"],
    fault: "lacking",
    reason: "0.3 has no such method",
  },
  {
    sdk: "a2a-go 2.4",
    caller: "theirs",
    version: "1.0",
    operations: ["secured agent"],
    fault: "theirs",
    reason:
      "the scopes of a security requirement are read, and written, as a list, where the specification has an object with a list in it; a card with the latter is refused",
  },
];
