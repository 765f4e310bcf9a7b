import type { ErrorCode } from "@a2a/types";

/** The errors by the names that the specification has for them. */
const NAMES: Readonly<Partial<Record<ErrorCode, string>>> = {
  PARSE_ERROR: "JSONParseError",
  INVALID_REQUEST: "InvalidRequestError",
  METHOD_NOT_FOUND: "MethodNotFoundError",
  INVALID_PARAMS: "InvalidParamsError",
  INTERNAL: "InternalError",
  TASK_NOT_FOUND: "TaskNotFoundError",
  TASK_NOT_CANCELABLE: "TaskNotCancelableError",
  PUSH_NOTIFICATION_NOT_SUPPORTED: "PushNotificationNotSupportedError",
  UNSUPPORTED_OPERATION: "UnsupportedOperationError",
  CONTENT_TYPE_NOT_SUPPORTED: "ContentTypeNotSupportedError",
  INVALID_AGENT_RESPONSE: "InvalidAgentResponseError",
};

const CODES = new Map(Object.entries(NAMES).map(([code, name]) => [name, code as ErrorCode])); // the keys of the table

/** A message that begins with the name of its error, by which SDKs of 0.3 tell errors apart: their statuses have no details. */
export function withName(code: ErrorCode, message: string): string {
  const name = NAMES[code];
  return name === undefined ? message : `${name}: ${message}`;
}

/** The error that a message of a peer names at its beginning, and the rest of the message. */
export function readName(message: string): { readonly code: ErrorCode; readonly message: string } | undefined {
  const [, name = "", rest = ""] = /^(\w{1,64}): (.*)$/s.exec(message) ?? [];
  const code = CODES.get(name);
  return code && { code, message: rest };
}
