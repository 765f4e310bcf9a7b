import type { KnownFailure } from "../sdk.ts";

/** The failures of the SDKs for Go. */
export const goFailures: readonly KnownFailure[] = [
  {
    sdk: "a2a-go 2.4",
    caller: "ours",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["send, file with content"],
    fault: "theirs",
    reason:
      "the content of files is base64 of base64: content that is encoded once is dropped (a2acompat/a2av0/conversions.go:327)",
  },
  {
    sdk: "a2a-go 2.4",
    caller: "ours",
    version: "0.3",
    binding: "GRPC",
    operations: ["send, file with content"],
    fault: "theirs",
    reason:
      "the bytes of a file are expected to be base64 in turn: `failed to decode base64 string: illegal base64 data at input byte 0` (a2apb/v0/pbconv/from_proto.go:96)",
  },
  ...["JSONRPC", "GRPC"].map(
    (binding): KnownFailure => ({
      sdk: "a2a-go 2.4",
      caller: "theirs",
      version: "0.3",
      binding,
      operations: ["list", "list, empty", "request, invalid"],
      fault: "lacking",
      reason: "0.3 has no such method",
    }),
  ),
  {
    sdk: "a2a-go 2.4",
    caller: "theirs",
    version: "1.0",
    binding: "JSONRPC",
    operations: ["subscribe, finished task"],
    fault: "theirs",
    reason:
      "`parseSSEStream` (a2aclient/jsonrpc.go:164) reads the lines that begin with `data:` and ignores the media type, so it reads the JSON of an error as an empty stream. " +
      "The public kit sends the same `Accept` and fails a server whose refusal is an event (STREAM-SUB-003), so no answer suits both; other refusals of a subscription are events",
  },
  {
    sdk: "a2a-go 2.4",
    caller: "theirs",
    version: "1.0",
    operations: ["secured agent"],
    fault: "theirs",
    reason:
      "the scopes of a security requirement are read, and written, as a list, where the specification has an object with a list in it; a card with the latter is refused (a2a/auth.go:31)",
  },
];
