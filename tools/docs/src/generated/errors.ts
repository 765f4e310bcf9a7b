import { errorTable } from "@a2a/bridge";
import { type ErrorCode, errorCodes, type LocalErrorCode } from "@a2a/types";

/** Why an error occurs, and how to fix it. */
interface Explanation {
  readonly cause: string;
  readonly fix: string;
}

const explanations: Readonly<Record<ErrorCode, Explanation>> = {
  PARSE_ERROR: {
    cause: "The body is not JSON: it was cut off, is empty, or has another encoding than UTF-8.",
    fix: "Send one JSON document in UTF-8. `a2a send --debug` shows a request that works.",
  },
  INVALID_REQUEST: {
    cause:
      "The JSON-RPC envelope is wrong, the call is a batch, or the document is nested too deeply or holds too many values.",
    fix: "Send `jsonrpc`, `method`, `id` and `params` of one call. The message names the member, or the [limit](limits.md).",
  },
  METHOD_NOT_FOUND: {
    cause: "The operation does not exist in the protocol version of the request, or no route has this path.",
    fix: "Check the method name against the version in `A2A-Version`: `SendMessage` in 1.0, `message/send` in 0.3 and 0.2, `tasks/send` in 0.1.",
  },
  METHOD_NOT_ALLOWED: {
    cause: "The path exists, but not for this HTTP method.",
    fix: "Use the method that the `Allow` header of the answer names.",
  },
  INVALID_PARAMS: {
    cause: "A parameter is missing or has a wrong form.",
    fix: "The message and the field violations name the path, such as `message.parts.0.text`, and what was expected there.",
  },
  INTERNAL: {
    cause: "The agent or the server failed in a way that it does not tell callers about.",
    fix: "Callers: try again, or report the task id. Operators: the log has the task, the turn and the stack.",
  },
  TASK_NOT_FOUND: {
    cause: "There is no task with this id, it was evicted, or it belongs to another caller or tenant.",
    fix: "Use the credentials that created the task. Tasks are kept for an hour in memory and for a week in SQLite and PostgreSQL by default.",
  },
  TASK_NOT_CANCELABLE: {
    cause: "The task has ended already.",
    fix: "It cannot be canceled. Read its state with `getTask`.",
  },
  PUSH_NOTIFICATION_NOT_SUPPORTED: {
    cause: "The agent does not deliver webhooks; its card says so.",
    fix: "Stream or poll instead. Operators: webhooks are off when `card.capabilities.pushNotifications` is `false`.",
  },
  UNSUPPORTED_OPERATION: {
    cause:
      "The card does not declare the capability, or the task does not permit the operation in its state, such as subscribing to a task that has ended.",
    fix: "Check `capabilities` on the card, and the state of the task. A task that has ended is read with `getTask`.",
  },
  CONTENT_TYPE_NOT_SUPPORTED: {
    cause: "A part of the message has a media type that the skill does not accept, or the request is not JSON.",
    fix: "Send one of the types in `defaultInputModes` or in the skill's `inputModes`, and `Content-Type: application/json`.",
  },
  INVALID_AGENT_RESPONSE: {
    cause: "The agent yielded an invalid event, or an agent behind the gateway violated the protocol.",
    fix: "Operators: the log shows the value that was yielded.",
  },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: {
    cause: "The card declares an extended card, but the agent has none.",
    fix: "Use the public card. Operators: pass `extendedCard`, or leave the capability out.",
  },
  EXTENSION_SUPPORT_REQUIRED: {
    cause: "The card requires an extension that the request does not activate.",
    fix: "List the extension in `A2A-Extensions`; with our client, pass it in `extensions`.",
  },
  VERSION_NOT_SUPPORTED: {
    cause: "The server is pinned to other protocol versions than that of the request.",
    fix: "Call with one of the versions that the message lists. `connect` finds it by itself unless it is pinned.",
  },
  UNAUTHENTICATED: {
    cause: "Credentials are missing, expired or wrong.",
    fix: "`WWW-Authenticate` and the card's `securitySchemes` say which are expected. See [Authentication](auth.md).",
  },
  PERMISSION_DENIED: {
    cause: "The caller is known, but may not do this.",
    fix: "Use other credentials, or have the operator grant the scope that the message names.",
  },
  RATE_LIMITED: {
    cause: "The caller exceeded a rate, or has too many calls or streams open.",
    fix: "Wait for the time in `Retry-After`; close streams that nobody reads.",
  },
  PAYLOAD_TOO_LARGE: {
    cause: "The body, the message or the task is larger than the limit that the message names.",
    fix: "Send large files by URL, or continue in a new task. Operators: see [Limits](limits.md).",
  },
  CAPACITY_EXCEEDED: {
    cause: "The storage or a memory budget of the server is full, and nothing can be evicted yet.",
    fix: "Wait for the time in `Retry-After`. Operators: raise the limit that the message names.",
  },
  UNAVAILABLE: {
    cause: "The storage cannot be reached, or the server is shutting down.",
    fix: "Try again after `Retry-After`. Operators: the log has the error of the database.",
  },
};

const localExplanations: Readonly<Record<LocalErrorCode, Explanation>> = {
  NETWORK: {
    cause: "The host was not found, refused the connection, or closed it.",
    fix: "`a2a doctor URL` tells name resolution, TLS and the agent apart. Sends are repeated where that is safe.",
  },
  TIMEOUT: {
    cause: "No answer within `timeoutMs`, or no event within `limits.stream.idleMs`.",
    fix: "Raise the limit, or stream: a stream stays open while the agent works. A proxy may buffer it; `a2a doctor` finds out.",
  },
  CLOSED: { cause: "The client was used after `close()`.", fix: "Connect again, or close later." },
  PROTOCOL: {
    cause: "The peer answered against its protocol version.",
    fix: "`a2a doctor URL` shows the answer and explains its errors. `agent.describe()` lists known deviations.",
  },
  LIMIT: {
    cause: "The peer sent more than a [limit](limits.md) permits.",
    fix: "Raise the limit if you trust the peer; the message names it.",
  },
  HTTP: {
    cause: "An HTTP status without an error of the protocol, usually from a proxy or a wrong path.",
    fix: "`error.status` has the status. Check the URL of the interface on the card.",
  },
  BLOCKED: {
    cause: "The address is private, or is not permitted by the egress policy.",
    fix: "You can pass private addresses to `connect`. Cards and agents cannot name private addresses, unless `egress` permits them.",
  },
  NO_COMMON_INTERFACE: {
    cause: "The agent offers none of the pinned protocol versions and bindings.",
    fix: "The message lists both sides. Remove the pin, or add a version that the agent supports.",
  },
  PERMISSION: { cause: "This program holds no grant for the agent.", fix: "Grant `a2a:NAME` in its capabilities." },
  CONFIG: {
    cause: "An option, a configuration file or a store is wrong.",
    fix: "The message names the option or the line, and what was expected.",
  },
  OUTCOME_UNKNOWN: {
    cause: "The connection broke after the request was sent, and the agent may not deduplicate messages.",
    fix: "List the tasks of the context, or send the message again with the same `messageId`.",
  },
  SIGNATURE: {
    cause: "The card's signature is missing, is not by a trusted key, or does not match the card.",
    fix: "Check the keys passed to `verifyCard`, and whether a proxy rewrites the card.",
  },
};

/** The catalog of errors. */
export function errorsDocument(): string {
  const codes = errorCodes.map((code) => {
    const { rpc, http, grpc } = errorTable[code];
    return section(code, explanations[code], `JSON-RPC ${rpc}, HTTP ${http}, gRPC ${grpc}.`);
  });
  const local = Object.entries(localExplanations).map(([code, explanation]) => section(code, explanation));
  return `# Errors

Errors have a code that is the same in every protocol version and binding. \`isA2AError(error, "TASK_NOT_FOUND")\` and
\`isLocalError(error, "TIMEOUT")\` test for one, and \`error.help\` is the URL of its section. \`npm run generate\` writes this page from the table of codes, and a test fails when it is out
of date.

## Errors that cross the wire

An \`A2AError\` is sent by a server and thrown by the client of its caller. Errors that are temporary carry \`retryAfterMs\`.

${codes.join("\n")}
## Errors of the client

A \`LocalError\` never crosses the wire. \`retryable\` says whether the same call may succeed later.

${local.join("\n")}`;
}

function section(code: string, { cause, fix }: Explanation, mapping = ""): string {
  return `### ${code}\n\n${mapping === "" ? "" : `${mapping} `}${cause}\n\n${fix}\n`;
}
