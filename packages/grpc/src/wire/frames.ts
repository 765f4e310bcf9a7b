/** The size of the prefix of a message: a flag for its compression, and its length. */
export const PREFIX_BYTES = 5;

/** The messages in a series of frames. */
export function messagesIn(frames: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at < frames.length; ) {
    const start = at + PREFIX_BYTES;
    at = start + frames.readUInt32BE(at + 1);
    messages.push(frames.subarray(start, at));
  }
  return messages;
}
