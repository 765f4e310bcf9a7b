import type { Headers } from "@a2a/bridge";
import { InterceptingCall, type Interceptor, type Metadata, status } from "@grpc/grpc-js";
import type { GrpcService } from "../service/grpc-service.ts";
import { headersOf } from "../wire/headers.ts";
import type { MessageCodec } from "../wire/message-codec.ts";

/** A call as it leaves, with its message decoded. */
export interface WireCall {
  readonly url: string;
  readonly headers: Headers;
  readonly message: unknown;
  /** The size of the message on the wire. */
  readonly bytes: number;
}

/** Sees what comes back for a call. */
export interface WireObserver {
  /** The metadata that precedes the messages. */
  headers(headers: Headers): void;
  /** A message, decoded, with its size on the wire. */
  message(message: unknown, bytes: number): void;
  /** The status that ended the call: its name, and its message if the call failed. */
  ended(status: string, error?: string): void;
}

/** Shows the calls of a channel to an observer. Messages are decoded once more for it, so that calls without one cost nothing. */
export function observedWire(
  url: string,
  { methods }: GrpcService,
  observe: (call: WireCall) => WireObserver,
): Interceptor {
  const byPath = new Map(Object.values(methods).map((method) => [method.path, method]));
  return (options, nextCall) => {
    const { path } = options.method_definition;
    const method = byPath.get(path);
    const call = nextCall(options);
    if (method === undefined) return new InterceptingCall(call);
    let sent: Metadata | undefined;
    let observer: WireObserver | undefined;
    let hasLeft = false;
    return new InterceptingCall(call, {
      start(metadata, _listener, next) {
        sent = metadata;
        next(metadata, {
          onReceiveMetadata(received, pass) {
            observer?.headers(headersOf(received));
            pass(received);
          },
          onReceiveMessage(message: Buffer | undefined, pass) {
            if (message) observer?.message(decoded(method.response, message), message.length);
            pass(message);
          },
          onReceiveStatus(end, pass) {
            const name = status[end.code] ?? String(end.code);
            // A reader that has seen all it needs cancels the rest, which is not a failure.
            observer?.ended(name, end.code === status.OK || hasLeft ? undefined : end.details);
            pass(end);
          },
        });
      },
      cancel(next) {
        hasLeft = true;
        next();
      },
      sendMessage(message: Buffer, next) {
        const headers = sent ? headersOf(sent) : {};
        observer = observe({
          url: url + path,
          headers,
          message: decoded(method.request, message),
          bytes: message.length,
        });
        next(message);
      },
    });
  };
}

/** A message as JSON; `undefined` for bytes that are none. */
function decoded(codec: MessageCodec, bytes: Buffer): unknown {
  try {
    return codec.decode(bytes);
  } catch {
    return undefined;
  }
}
