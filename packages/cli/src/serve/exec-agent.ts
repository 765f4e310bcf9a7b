import { type AgentExecutor, type AgentTurn, type AgentYield, fail, status, textOf } from "@a2a/types";
import { Semaphore } from "@a2a/types/internal";
import { shown } from "../cli/io.ts";
import { type Ended, startGroup } from "./process-group.ts";

/** How a shell command is run as an agent. */
export interface ExecAgentOptions {
  /** The most a command may print, in bytes. Default 10 MiB. */
  maxOutputBytes?: number;
  /** How many commands run at a time; further tasks wait. Default 8. */
  maxRunning?: number;
  /** Whether callers see the last line of stderr of a failed command. Default false. */
  tellStderr?: boolean;
  /** Called with the stderr output of commands. */
  onStderr?: (text: string) => void;
  /** The environment of the command. Default: that of this process. */
  env?: NodeJS.ProcessEnv;
}

const LONGEST_LINE = 200;

/**
 * A shell command as an agent. It is given the text of the message on stdin, never on its command line, and the id of the task as
 * `A2A_TASK_ID`; its output is streamed as an artifact. Status 0 completes the task, any other fails it. When the task is
 * canceled, the command is stopped with everything it has started.
 */
export function execAgent(command: string, options: ExecAgentOptions = {}): AgentExecutor {
  const {
    maxOutputBytes = 10 * 1024 * 1024,
    maxRunning = 8,
    tellStderr = false,
    onStderr,
    env = process.env,
  } = options;
  const running = new Semaphore(maxRunning);

  return async function* (turn) {
    const release = await running.take(turn.signal);
    try {
      yield* run(turn);
    } finally {
      release();
    }
  };

  async function* run({ message, task, signal }: AgentTurn): AsyncGenerator<AgentYield, void, void> {
    // First of all: a command that cannot be started now is refused instead of failed.
    const group = startGroup(command, { ...env, A2A_TASK_ID: task.id });
    signal.addEventListener("abort", group.stop, { once: true });
    try {
      if (signal.aborted) group.stop();
      yield status("TASK_STATE_WORKING");
      let lastWords = "";
      group.stderr.setEncoding("utf8").on("data", (text: string) => {
        onStderr?.(text);
        lastWords = `${lastWords}${text}`.slice(-4 * LONGEST_LINE);
      });
      group.stdin.end(textOf(message));
      let bytes = 0;
      for await (const text of group.stdout.setEncoding("utf8") as AsyncIterable<string>) {
        bytes += Buffer.byteLength(text);
        if (bytes > maxOutputBytes) return void (yield fail(`the command printed more than ${maxOutputBytes} bytes`));
        yield text;
      }
      const ended = await group.ended;
      signal.throwIfAborted();
      if (ended.status !== 0) yield fail(`the command ${howItEnded(ended)}${tellStderr ? lastLine(lastWords) : ""}`);
    } finally {
      signal.removeEventListener("abort", group.stop);
      group.stop();
      await group.ended.catch(() => undefined);
    }
  }
}

function howItEnded({ status: code, signal }: Ended): string {
  return code === null ? `was stopped by ${signal ?? "a signal"}` : `ended with status ${code}`;
}

/** The last line that says something, cleaned and cut. */
function lastLine(text: string): string {
  const line = text.trim().split(/\r?\n/).at(-1) ?? "";
  return line === "" ? "" : `: ${shown(line).slice(0, LONGEST_LINE)}`;
}
