/** Every error that may cross the wire, with the sentence used when nothing more is known. */
export const errorMessages = {
  PARSE_ERROR: "Invalid JSON payload",
  INVALID_REQUEST: "Request payload validation error",
  METHOD_NOT_FOUND: "Method not found",
  METHOD_NOT_ALLOWED: "Method not allowed",
  INVALID_PARAMS: "Invalid parameters",
  INTERNAL: "Internal error",
  TASK_NOT_FOUND: "Task not found",
  TASK_NOT_CANCELABLE: "Task cannot be canceled",
  PUSH_NOTIFICATION_NOT_SUPPORTED: "Push Notification is not supported",
  UNSUPPORTED_OPERATION: "This operation is not supported",
  CONTENT_TYPE_NOT_SUPPORTED: "Incompatible content types",
  INVALID_AGENT_RESPONSE: "Invalid agent response",
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: "Extended Agent Card is not configured",
  EXTENSION_SUPPORT_REQUIRED: "A required extension was not requested",
  VERSION_NOT_SUPPORTED: "This protocol version is not supported",
  UNAUTHENTICATED: "Authentication is required",
  PERMISSION_DENIED: "Permission denied",
  RATE_LIMITED: "Too many requests",
  PAYLOAD_TOO_LARGE: "Request payload is too large",
  CAPACITY_EXCEEDED: "No capacity for another task right now",
  UNAVAILABLE: "Service temporarily unavailable",
} as const;

/** The kind of an error, as a name that is the same in every protocol version and binding. */
export type ErrorCode = keyof typeof errorMessages;

/** Every code. */
export const errorCodes = Object.keys(errorMessages) as readonly ErrorCode[];

/** Whether a text is one of the codes. */
export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(errorMessages, text);
}
