import type { ServerHttp2Stream } from "node:http2";
import type { Headers, ServerRequest } from "@a2a/bridge";
import type { Principal } from "@a2a/types";
import { Metadata, ServerInterceptingCall, type ServerInterceptingCallInterface, status } from "@grpc/grpc-js";
import { messagesIn } from "../wire/frames.ts";
import { headersOf } from "../wire/headers.ts";
import type { HeldMessage } from "./call-port.ts";
import { http2StreamOf } from "./http2-stream.ts";

/** The end of a call. */
export type CallStatus = Parameters<ServerInterceptingCallInterface["sendStatus"]>[0];

/** The steps of a call's way through the server. */
export interface CallHandler {
  /** The metadata has arrived: the message is read once the call is admitted. */
  arrived(call: IncomingCall): void;
  /** The message has arrived. */
  answer(call: IncomingCall, message: Buffer): void;
  /** The call has ended, or was canceled. */
  left(call: IncomingCall): void;
}

/** The caller of a call, and its metadata. */
export interface Admission {
  readonly caller: Principal;
  readonly headers: Headers;
}

/**
 * A call with one message from its client. The interceptor that creates it also answers it: the handlers of grpc-js wrap every call in an
 * emitter or a second stream, and write streamed messages one at a time.
 */
export class IncomingCall extends ServerInterceptingCall {
  readonly path: string;
  /** The stream that carries it; absent if this version of grpc-js keeps it elsewhere. */
  readonly stream: ServerHttp2Stream | undefined;
  /** The metadata, once it has arrived. */
  metadata = NO_METADATA;
  /** Set when the call is admitted. */
  admission: Admission | undefined;
  /** The bytes of a message that arrived in pieces. */
  held: HeldMessage | undefined;
  /** Whether the call has ended, or was canceled. */
  isOver = false;
  /** Called when the call has ended or was canceled. */
  onOver: (() => void) | undefined;
  readonly #call: ServerInterceptingCallInterface;
  readonly #handler: CallHandler;
  #message: Buffer | undefined;

  constructor(call: ServerInterceptingCallInterface, path: string, handler: CallHandler) {
    super(call);
    this.#call = call;
    this.#handler = handler;
    this.path = path;
    this.stream = http2StreamOf(call);
  }

  override start(): void {
    this.#call.start(this);
  }

  onReceiveMetadata(metadata: Metadata): void {
    this.metadata = metadata;
    this.#handler.arrived(this);
  }

  /** The call as authenticators see it: a request whose message was not read. */
  asRequest(trustsCertificates: boolean): ServerRequest {
    const headers = headersOf(this.metadata, this.getHost());
    const request = { method: "POST", path: this.path, query: "", headers, body: "" };
    const certificate = trustsCertificates ? this.getAuthContext().sslPeerCertificate : undefined;
    const subject = certificate?.subject?.CN;
    if (certificate === undefined || typeof subject !== "string") return request;
    const fingerprint = certificate.fingerprint256.replaceAll(":", "").toLowerCase();
    return { ...request, certificate: { subject, fingerprint } };
  }

  /** Lets the call through: its message may be read. */
  admit(admission: Admission): void {
    this.admission = admission;
    this.#call.startRead();
  }

  onReceiveMessage(message: Buffer): void {
    if (this.isOver) return;
    if (this.#message === undefined) {
      this.#message = message;
      this.#call.startRead();
    } else this.end(TWO_MESSAGES);
  }

  onReceiveHalfClose(): void {
    if (this.isOver) return;
    if (this.#message === undefined) this.end(NO_MESSAGE);
    else this.#handler.answer(this, this.#message);
  }

  onCancel(): void {
    this.isOver = true;
    this.#handler.left(this);
    this.onOver?.();
  }

  /** Sends metadata ahead of the first message. */
  head(metadata: Metadata): void {
    this.#call.sendMetadata(metadata);
  }

  /** Sends messages, each with its prefix. `taken` is called when all of them were handed to the system. */
  send(frames: Buffer, taken: () => void = ignore): void {
    if (frames.length === 0) taken();
    else if (this.stream === undefined) this.#sendEach(messagesIn(frames), taken);
    else this.#sendTogether(this.stream, frames, taken);
  }

  #sendTogether(stream: ServerHttp2Stream, frames: Buffer, taken: () => void): void {
    if (!stream.headersSent) this.#call.sendMetadata(NO_METADATA);
    // When the deadline of a call has passed, grpc-js ends its stream.
    if (stream.writable && stream.headersSent) stream.write(frames, taken);
  }

  #sendEach(messages: readonly Buffer[], taken: () => void): void {
    const last = messages.at(-1);
    for (const message of messages) this.#call.sendMessage(message, message === last ? taken : ignore);
  }

  /** Ends the call, after everything that was sent. */
  end(status: CallStatus = OK): void {
    this.#call.sendStatus(status);
  }
}

const NO_METADATA = new Metadata();
const OK: CallStatus = { code: status.OK, details: "OK" };
const NO_MESSAGE: CallStatus = { code: status.UNIMPLEMENTED, details: "expected one message, found none" };
const TWO_MESSAGES: CallStatus = { code: status.UNIMPLEMENTED, details: "expected one message, found more" };

function ignore(): void {}
