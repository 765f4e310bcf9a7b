import type { KnownFailure } from "../sdk.ts";

const FILES = ["send, file by URL", "send, file with content"];
const NO_NAMES =
  "the SDK follows the protobuf schema of 0.3.0, which has no file names and no metadata of parts, and drops both: a name survives only in the metadata of its message";

/** The failures of the SDKs for JavaScript. */
export const javascriptFailures: readonly KnownFailure[] = [
  ...(["ours", "theirs"] as const).map(
    (caller): KnownFailure => ({
      sdk: "@a2a-js/sdk 1.3",
      caller,
      version: "0.3",
      binding: "GRPC",
      operations: FILES,
      fault: "lacking",
      reason: `${NO_NAMES} (dist/compat/v0_3/${caller === "ours" ? "server/grpc/index.js:1792" : "client/transports/grpc/index.js:5019"})`,
    }),
  ),
  {
    sdk: "@a2a-js/sdk 1.3",
    caller: "theirs",
    version: "0.3",
    binding: "GRPC",
    operations: ["list", "list, empty"],
    fault: "lacking",
    reason: "the client refuses: `tasks/list has no equivalent in v0.3 gRPC`",
  },
  {
    sdk: "@a2a-js/sdk 1.3",
    caller: "ours",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: FILES,
    fault: "lacking",
    reason: NO_NAMES,
  },
  {
    sdk: "@a2a-js/sdk 1.3",
    caller: "ours",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["list"],
    fault: "theirs",
    reason: "`GET /v1/tasks` is read as a list of 1.0 for the tenant `v1`, and answered with no tasks",
  },
  {
    sdk: "@a2a-js/sdk 1.3",
    caller: "theirs",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: FILES,
    fault: "lacking",
    reason: NO_NAMES,
  },
  {
    sdk: "@a2a-js/sdk 1.3",
    caller: "theirs",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["list", "list, empty"],
    fault: "lacking",
    reason: "the client does not offer it",
  },
  {
    sdk: "@a2a-js/sdk 1.3",
    caller: "theirs",
    version: "0.3",
    binding: "JSONRPC",
    operations: ["list", "list, empty"],
    fault: "lacking",
    reason: "0.3 has no such method",
  },
  {
    sdk: "@a2a-js/sdk 1.3",
    caller: "theirs",
    operations: ["signed card, secured"],
    fault: "theirs",
    reason:
      "`canonicalizeAgentCard` reads the SDK's own form of a card as if it were JSON, and so drops the security schemes that the signature covers (dist/index.js:1656)",
  },
  {
    sdk: "@a2a-js/sdk 0.3",
    caller: "ours",
    binding: "HTTP+JSON",
    operations: FILES,
    fault: "lacking",
    reason: NO_NAMES,
  },
  {
    sdk: "@a2a-js/sdk 0.3",
    caller: "theirs",
    binding: "HTTP+JSON",
    operations: FILES,
    fault: "lacking",
    reason: NO_NAMES,
  },
  {
    sdk: "@a2a-js/sdk 0.3",
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["stream, refused"],
    fault: "theirs",
    reason:
      "every error of a stream is answered as an internal error: `toJson serializer and body must be provided` (dist/server/express/index.js:408)",
  },
  {
    sdk: "@a2a-js/sdk 0.3",
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["list", "list, empty"],
    fault: "lacking",
    reason: "there is no route for it",
  },
  {
    sdk: "@a2a-js/sdk 0.2",
    caller: "ours",
    operations: ["webhook with the message", "webhook, delivery"],
    fault: "lacking",
    reason: "webhooks are stored and never called (dist/server/index.js:574)",
  },
  {
    sdk: "@a2a-js/sdk 0.2",
    caller: "ours",
    operations: ["webhook, list", "webhook, delete"],
    fault: "lacking",
    reason: "it has no such method",
  },
];
