/** How much is written at a time. */
const SLICE = 65_536;

/** The bytes of texts, one after the other, without joining them first. They share their memory with nothing else. */
export function toBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let at = 0;
  for (const text of texts) at += bytes.write(text, at);
  return bytes;
}

/** The pieces of a long body, without copying it. */
export function* slicesOf(body: Buffer): Generator<Buffer, void, void> {
  for (let start = 0; start < body.length; start += SLICE) yield body.subarray(start, start + SLICE);
}
