import { listenGrpc } from "@a2a/grpc/server";
import { type RunningAgent, serve } from "@a2a/server/node";
import { type AgentExecutor, bytesOf, type Message, pause, silentLogger, status } from "@a2a/types";
import { callAgent, FINISHED, PROTOBUF } from "./call-agent.ts";
import { type Instruction, readInstruction } from "./instruction.ts";

/** The ports that the kit assigns, and where tasks are stored. */
export interface ItkOptions {
  readonly httpPort: number;
  readonly grpcPort: number;
  /** Default `memory`. */
  readonly store?: string;
}

/** Serves the agent. The kit expects JSON-RPC at `/jsonrpc`. */
export function serveItkAgent({ httpPort, grpcPort, store = "memory" }: ItkOptions): Promise<RunningAgent> {
  return serve({
    card: {
      name: "ITK agent",
      description: "Follows the instructions of the interop kit.",
      defaultInputModes: ["text/plain", PROTOBUF],
    },
    executor: itkAgent,
    port: httpPort,
    grpc: { port: grpcPort, listen: listenGrpc },
    mount: "/jsonrpc",
    store,
    webhooks: { egress: { allowPrivate: true, allowHttp: true } }, // the kit receives notifications on this machine
    logger: silentLogger,
  });
}

const TICKS = 5;
const TICK_MS = 2_000;

/** Follows the instruction in a message, and reports the outcome in the status of the task. */
const itkAgent: AgentExecutor = async function* ({ message, signal }) {
  const instruction = instructionIn(message);
  yield status("TASK_STATE_WORKING");
  const text = (await follow(instruction, signal)).join("\n");
  if (isHeld(instruction)) {
    yield status("TASK_STATE_WORKING", `${text}\n${FINISHED}`);
    for (let tick = 0; tick < TICKS; tick++) {
      await pause(TICK_MS, signal);
      yield status("TASK_STATE_WORKING");
    }
  }
  yield status("TASK_STATE_COMPLETED", text);
};

async function follow(instruction: Instruction, signal: AbortSignal): Promise<string[]> {
  switch (instruction.kind) {
    case "return":
      return [instruction.response];
    case "call":
      return callAgent(instruction, signal);
    case "steps": {
      const texts: string[] = [];
      for (const step of instruction.steps) texts.push(...(await follow(step, signal)));
      return texts;
    }
  }
}

function isHeld(instruction: Instruction): boolean {
  if (instruction.kind === "steps") return instruction.steps.some(isHeld);
  return instruction.kind === "return" && instruction.holdTask;
}

/** Instructions are files, or base64 in a text. */
function instructionIn({ parts }: Message): Instruction {
  for (const part of parts) {
    const bytes = "text" in part ? Buffer.from(part.text, "base64") : bytesOf(part);
    if (bytes !== undefined && bytes.length > 0) return readInstruction(bytes);
  }
  throw new Error("the message has no instruction");
}
