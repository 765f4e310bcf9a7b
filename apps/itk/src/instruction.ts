import { BinaryReader, type WireType } from "@bufbuild/protobuf/wire";

/** An instruction of the kit: call an agent, return a text, or do several things in turn. */
export type Instruction =
  | CallAgent
  | ReturnResponse
  | { readonly kind: "steps"; readonly steps: readonly Instruction[] };

/** Calls another agent. */
export interface CallAgent {
  readonly kind: "call";
  /** `jsonrpc`, `http_json` or `grpc`. */
  readonly transport: string;
  readonly agentCardUri: string;
  /** The instruction for that agent, as it came. */
  readonly instruction: Uint8Array;
  readonly streaming: boolean;
  readonly behavior: "send" | "push" | "resubscribe";
  /** Where notifications are received, with the behavior `push`. */
  readonly notifications: string;
}

/** Returns a text. */
export interface ReturnResponse {
  readonly kind: "return";
  readonly response: string;
  /** Whether the task keeps working after that, until it is canceled or ten seconds have passed. */
  readonly holdTask: boolean;
}

type Fields = Readonly<Record<number, (reader: BinaryReader) => void>>;

/** Reads an instruction. Throws for bytes that are not one. */
export function readInstruction(bytes: Uint8Array): Instruction {
  let found: Instruction | undefined;
  readFields(bytes, {
    1: (reader) => {
      found = readCall(reader.bytes());
    },
    2: (reader) => {
      found = readReturn(reader.bytes());
    },
    3: (reader) => {
      const steps: Instruction[] = [];
      readFields(reader.bytes(), { 1: (inner) => steps.push(readInstruction(inner.bytes())) });
      found = { kind: "steps", steps };
    },
  });
  if (found === undefined) throw new Error("the instruction is empty");
  return found;
}

function readCall(bytes: Uint8Array): CallAgent {
  const call = { transport: "", agentCardUri: "", instruction: new Uint8Array(), streaming: false, notifications: "" };
  let behavior: CallAgent["behavior"] = "send";
  readFields(bytes, {
    1: (reader) => {
      call.transport = reader.string();
    },
    2: (reader) => {
      call.agentCardUri = reader.string();
    },
    3: (reader) => {
      call.instruction = new Uint8Array(reader.bytes());
    },
    4: (reader) => {
      call.streaming = reader.bool();
    },
    6: (reader) => {
      behavior = "push";
      readFields(reader.bytes(), {
        1: (inner) => {
          call.notifications = inner.string();
        },
      });
    },
    7: (reader) => {
      reader.bytes();
      behavior = "resubscribe";
    },
  });
  return { kind: "call", ...call, behavior };
}

function readReturn(bytes: Uint8Array): ReturnResponse {
  let response = "";
  let holdTask = false;
  readFields(bytes, {
    1: (reader) => {
      response = reader.string();
    },
    2: (reader) => {
      holdTask = reader.bool();
    },
  });
  return { kind: "return", response, holdTask };
}

function readFields(bytes: Uint8Array, fields: Fields): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [number, type]: [number, WireType] = reader.tag();
    const read = fields[number];
    if (read) read(reader);
    else reader.skip(type, number);
  }
}
