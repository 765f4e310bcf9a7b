export { A2AError, type A2AErrorOptions, type FieldViolation, isA2AError } from "./errors/a2a-error.ts";
export { type ErrorCode, errorCodes, errorMessages, isErrorCode } from "./errors/codes.ts";
export {
  isLocalError,
  LocalError,
  type LocalErrorCode,
  type LocalErrorOptions,
  PermissionError,
} from "./errors/local-error.ts";
export { invalidParams, taskNotFound } from "./errors/refusals.ts";
