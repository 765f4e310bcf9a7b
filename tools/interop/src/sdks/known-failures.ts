import { javaFailures } from "./failures-java.ts";
import { javascriptFailures } from "./failures-javascript.ts";
import type { KnownFailure, Section } from "./sdk.ts";

/** Every failure that a run may show. One that is listed and does not occur fails the run as well, unless it depends on timing. */
export const knownFailures: readonly KnownFailure[] = [
  ...javascriptFailures,
  ...javaFailures,
  {
    sdk: "a2a-sdk (Python) 0.3",
    caller: "ours",
    operations: ["subscribe", "stream, cut twice"],
    fault: "theirs",
    reason: "each reader of a task stores its events once more, so the peer's own task has them twice",
  },
  {
    sdk: "a2a-sdk (Python) 0.3",
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["stream, refused"],
    fault: "theirs",
    reason: "the error of a stream is answered with status 200 and an empty stream",
  },
  {
    sdk: "a2a-sdk (Python) 0.3",
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["send, file with content"],
    fault: "theirs",
    reason: "the content of files is base64 of base64: bytes that are no text are answered with status 500",
  },
  {
    sdk: "a2a-sdk (Python) 0.3",
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["list", "list, empty", "webhook, list"],
    fault: "lacking",
    reason: "not implemented: answered with status 500",
  },
  {
    sdk: "a2a-sdk (Python) 0.3",
    caller: "ours",
    binding: "HTTP+JSON",
    operations: ["webhook, delete"],
    fault: "lacking",
    reason: "there is no route for it",
  },
  {
    sdk: "a2a-sdk (Python) 0.2",
    caller: "ours",
    operations: ["send, return immediately"],
    fault: "theirs",
    reason: "`blocking: false` is ignored",
  },
  {
    sdk: "a2a-sdk (Python) 0.2",
    caller: "ours",
    operations: ["stream, cut twice", "subscribe"],
    fault: "theirs",
    reason:
      "the task stands still when the stream that started it is closed, and each reader stores its events once more",
  },
  {
    sdk: "a2a-sdk (Python) 0.2",
    caller: "ours",
    operations: ["cancel, finished task"],
    fault: "theirs",
    reason: "canceling a completed task succeeds and changes its state",
  },
  {
    sdk: "a2a-sdk (Python) 1.3",
    caller: "ours",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["stream, refused"],
    fault: "theirs",
    reason: "the error of a stream is answered with status 200 and an empty stream",
  },
  {
    sdk: "a2a-sdk (Python) 1.3",
    caller: "ours",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["send, file with content"],
    fault: "theirs",
    reason: "the content of files is base64 of base64: bytes that are no text are answered with status 500",
  },
  {
    sdk: "a2a-sdk (Python) 1.3",
    caller: "ours",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["list", "list, empty", "webhook, delete"],
    fault: "lacking",
    reason: "there is no route for it",
  },
  {
    sdk: "a2a-sdk (Python) 1.3",
    caller: "theirs",
    version: "0.3",
    operations: ["list", "list, empty"],
    fault: "lacking",
    reason: "the client does not offer it",
  },
  {
    sdk: "a2a-sdk (Python) 1.3",
    caller: "theirs",
    version: "0.3",
    binding: "HTTP+JSON",
    operations: ["webhook, list", "webhook, delete"],
    fault: "lacking",
    reason: "the client does not offer it",
  },
  {
    sdk: "fasta2a",
    caller: "ours",
    operations: ["send, answered by a message", "input required", "extended card", "webhook with the message"],
    fault: "lacking",
    reason: "it has no messages as answers, no texts of a status, no extended card and no webhooks",
  },
  {
    sdk: "fasta2a",
    caller: "ours",
    operations: ["send, file by URL", "send, file with content"],
    fault: "theirs",
    reason: "the names of files are dropped",
  },
  {
    sdk: "fasta2a",
    caller: "ours",
    operations: ["cancel, finished task"],
    fault: "theirs",
    reason: "canceling a completed task succeeds",
  },
  {
    sdk: "fasta2a",
    caller: "ours",
    operations: [
      "send, return immediately",
      "stream",
      "stream, cut twice",
      "cancel",
      "subscribe",
      "webhook, create",
      "webhook, get",
      "webhook, list",
      "webhook, delete",
      "restart in mid-stream",
    ],
    fault: "theirs",
    reason:
      "a configuration without `acceptedOutputModes`, which 0.3 makes optional, is answered with status 500, so no task can be started without waiting for it",
  },
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
];

/** The known failure of an operation, if it is listed. */
export function knownFailure(section: Section, operation: string): KnownFailure | undefined {
  return knownFailures.find((known) => covers(known, section) && known.operations.includes(operation));
}

function covers({ sdk, caller, version, binding }: KnownFailure, section: Section): boolean {
  return (
    section.sdk.startsWith(sdk) &&
    section.caller === caller &&
    (version ?? section.version) === section.version &&
    (binding ?? section.binding) === section.binding
  );
}

/** What a section shows that it should not: failures that are not listed, and listed ones that did not occur. */
export function surprises(section: Section): string[] {
  return section.outcomes.flatMap(({ operation, failure }) => {
    const known = knownFailure(section, operation);
    const what = `${section.sdk}, ${section.caller} client, ${section.version} over ${section.binding}, ${operation}`;
    if (failure !== undefined && known === undefined) return [`${what}: ${failure}`];
    return failure === undefined && known && !known.sometimes
      ? [`${what}: works, although it is listed as failing`]
      : [];
  });
}
