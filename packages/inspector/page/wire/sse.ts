/** One event of a stream as it was sent, or one message of gRPC, decoded. */
export interface SseFrame {
  readonly at: number;
  readonly id: string | undefined;
  readonly event: string | undefined;
  /** The data, or the text of a comment. */
  readonly data: string;
  readonly isComment: boolean;
  /** The size of a message of gRPC on the wire. */
  readonly bytes?: number;
}

/** The messages of a stream over gRPC: each came as a whole. */
export function framesOfMessages(
  pieces: readonly { readonly at: number; readonly text: string; readonly bytes?: number }[],
): SseFrame[] {
  return pieces.map(({ text, ...piece }) => ({
    ...piece,
    id: undefined,
    event: undefined,
    data: text,
    isComment: false,
  }));
}

/** The events in pieces of a stream, each with the time at which its last line came. */
export function framesOf(pieces: readonly { readonly at: number; readonly text: string }[]): SseFrame[] {
  const frames: SseFrame[] = [];
  let rest = "";
  for (const { at, text } of pieces) {
    const blocks = (rest + text).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? "";
    for (const block of blocks) if (block.trim() !== "") frames.push(frameOf(block, at));
  }
  const last = pieces.at(-1);
  if (rest.trim() !== "" && last) frames.push(frameOf(rest, last.at));
  return frames;
}

function frameOf(block: string, at: number): SseFrame {
  const fields = new Map<string, string[]>();
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const data = fields.get("data");
  return {
    at,
    id: fields.get("id")?.at(-1),
    event: fields.get("event")?.at(-1),
    data: (data ?? fields.get("") ?? [block]).join("\n"),
    isComment: data === undefined,
  };
}
