import type { KnownFailure } from "./sdk.ts";

const SDK = "a2a-java 0.3";

/** The failures of the SDK for Java. */
export const javaFailures: readonly KnownFailure[] = [
  {
    sdk: SDK,
    caller: "ours",
    operations: ["stream, refused"],
    fault: "theirs",
    reason: "a message to a task that does not exist starts one with that id",
  },
  {
    sdk: SDK,
    caller: "ours",
    operations: ["stream, cut twice"],
    fault: "theirs",
    reason: "readers at the same time store events once more, so the peer's own task may have them twice",
    sometimes: true,
  },
  {
    sdk: SDK,
    caller: "ours",
    operations: ["webhook with the message"],
    fault: "theirs",
    reason: "a plain send stores the webhook only for a task that exists already",
  },
  {
    sdk: SDK,
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["send, file by URL"],
    fault: "theirs",
    reason: "the names and media types of files are dropped, and so is the metadata of parts",
  },
  {
    sdk: SDK,
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["send, file with content"],
    fault: "theirs",
    reason: "the content of files is base64 of base64, and their names and media types are dropped",
  },
  {
    sdk: SDK,
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["list", "list, empty"],
    fault: "lacking",
    reason: "there is no route for it",
  },
  {
    sdk: SDK,
    caller: "theirs",
    binding: "HTTP+JSON",
    operations: ["send, file by URL", "send, file with content"],
    fault: "theirs",
    reason: "the client drops the names and media types of files",
  },
];
