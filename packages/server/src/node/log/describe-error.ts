import { isA2AError, isLocalError } from "@a2a/types";

/** How deep causes of errors are followed. */
const MAX_CAUSES = 5;

/** What is logged of an error. Other members may hold credentials, such as the headers of a request. */
export interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  /** The frames below the message. Absent where the failure is part of operation and the place in the code says nothing. */
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** What is logged of an error and its causes. */
export function describeError(error: Error, causes = MAX_CAUSES): ErrorFacts {
  const { name, message, stack = "", cause } = error;
  const code = codeOf(error);
  const expected = isExpected(error);
  return {
    name,
    message,
    ...(code !== undefined && { code }),
    ...(!expected && { stack: framesOf(stack, message) }),
    ...(cause instanceof Error && causes > 0 && { cause: describeError(cause, causes - 1) }),
  };
}

/** Whether a failure is an answer of the protocol, or one of the network: such errors are raised far from their reason. */
function isExpected(error: Error): boolean {
  return isA2AError(error) || isLocalError(error) || NETWORK.test(codeOf(error) ?? "");
}
const NETWORK = /^(?:E(?:CONN|PIPE|HOST|NET|AI_|TIMEDOUT|NOTFOUND)|UND_ERR_|ERR_STREAM_PREMATURE_CLOSE)/;

function codeOf(error: Error): string | undefined {
  return "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The frames of a stack, without the message that it begins with. */
function framesOf(stack: string, message: string): string {
  const at = stack.indexOf(message);
  return (at < 0 ? stack : stack.slice(at + message.length)).replace(/^\s*\n/, "");
}
