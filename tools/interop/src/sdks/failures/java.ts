import type { KnownFailure } from "../sdk.ts";

const SDK = "a2a-java 0.3";

/** The failures of the SDKs for Java. */
export const javaFailures: readonly KnownFailure[] = [
  {
    sdk: "a2a-java 1.2",
    caller: "ours",
    operations: ["webhook with the message"],
    fault: "theirs",
    reason:
      "a plain send stores the webhook of a new task after the first event of the task, so a task that ends at once may end before that (DefaultRequestHandler.java:614)",
    sometimes: true,
  },
  {
    sdk: "a2a-java 1.2",
    caller: "theirs",
    binding: "JSONRPC",
    operations: ["list", "list, empty"],
    fault: "theirs",
    reason:
      "a list without a tenant throws a `NullPointerException` before anything is sent; one with a tenant is refused unless `pageSize` equals the number of tasks in the page (JSONRPCTransport.java:177, ListTasksResult.java:41)",
  },
  {
    sdk: SDK,
    caller: "ours",
    operations: ["stream, refused"],
    fault: "theirs",
    reason: "a message to a task that does not exist starts one with that id (DefaultRequestHandler.java:757)",
  },
  {
    sdk: SDK,
    caller: "ours",
    operations: ["stream, cut twice"],
    fault: "theirs",
    reason:
      "each reader loads the stored task with its first event and stores its own copy with every event, so an event that another reader stored before appears twice in the peer's task (TaskManager.java:58 and 146)",
    sometimes: true,
  },
  {
    sdk: SDK,
    caller: "ours",
    operations: ["webhook with the message"],
    fault: "theirs",
    reason: "a plain send stores the webhook only for a task that exists already (DefaultRequestHandler.java:758)",
  },
  {
    sdk: SDK,
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["send, file by URL"],
    fault: "theirs",
    reason:
      "the names and media types of files are dropped, and so is the metadata of parts (ProtoUtils.java:256 and 930)",
  },
  {
    sdk: SDK,
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["send, file with content"],
    fault: "theirs",
    reason:
      "the content of files is base64 of base64, and their names and media types are dropped (ProtoUtils.java:932)",
  },
  {
    sdk: SDK,
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["list", "list, empty"],
    fault: "lacking",
    reason: "there is no route for it (A2AServerRoutes.java:116)",
  },
  ...["HTTP+JSON", "GRPC"].map(
    (binding): KnownFailure => ({
      sdk: SDK,
      caller: "theirs",
      binding,
      operations: ["send, file by URL", "send, file with content"],
      fault: "theirs",
      reason: "the client drops the names and media types of files (ProtoUtils.java:256)",
    }),
  ),
];
