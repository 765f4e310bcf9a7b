import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import { BodyCollector, notUtf8 } from "../../http/body-collector.ts";
import type { BodyBounds } from "../../http/incoming-request.ts";

const LARGE = 65_536;

/** Reads a body as text, which `deliver` passes on. One that exceeds its bounds is refused from its header, or as soon as it does. */
export function readBody(
  request: IncomingMessage,
  bounds: BodyBounds,
  deliver: (call: () => void) => void,
): Promise<string> {
  // By events: an async iterator over the request costs as much as the rest of the request together.
  return new Promise((resolve, reject) => {
    const body = new BodyCollector(bounds, request.headers["content-length"]);
    const keep = (chunk: Buffer) => {
      try {
        body.add(chunk);
      } catch (error) {
        request.off("data", keep);
        request.pause();
        body.free();
        reject(error);
      }
    };
    const end = () => {
      const text = body.consume(decode);
      if (text === undefined) reject(notUtf8());
      else deliver(() => resolve(text));
      // The request lives until it is answered, and its listeners know the promise, which holds the text.
      if (text !== undefined && text.length > LARGE) {
        request.off("data", keep).off("end", end).off("error", reject).off("close", close);
      }
    };
    const close = () => {
      // Every request closes; an error for each would cost more than reading it.
      if (request.complete) return;
      body.free();
      reject(new Error("the caller has disconnected"));
    };
    request.on("data", keep).on("end", end).on("error", reject).on("close", close);
  });
}

function decode(body: Uint8Array): string | undefined {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // A byte order mark is kept, so that JSON.parse refuses it. A fatal TextDecoder would do the same, at several times the price.
  const text = bytes.toString("utf8");
  return !text.includes(REPLACED) || isUtf8(bytes) ? text : undefined;
}

/** U+FFFD, which the decoder writes for invalid bytes; it may also be in the text itself. */
const REPLACED = "\uFFFD";
