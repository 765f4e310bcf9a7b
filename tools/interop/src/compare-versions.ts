import type { JsonObject } from "@a2a/types";
import type { Probe, Verdict } from "./compare-probes.ts";
import {
  dialect0_3,
  dialect1_0,
  errorCode,
  post,
  type RawAnswer,
  readTask,
  resultOf,
  rpc,
  sendParams,
} from "./compare-wire.ts";
import { LINES } from "./matrix/peer.ts";

/** One question for each protocol version and binding: is a message answered with the finished task in that version's format? */
export const versionProbes: readonly Probe[] = [
  {
    title: "answers callers of 1.0 over JSON-RPC",
    ask: async ({ rpc: path }, { url }) =>
      answered(await post(url + path, rpc("SendMessage", sendParams(dialect1_0, "tides")), dialect1_0.headers), {
        task: true,
      }),
  },
  {
    title: "answers callers of 1.0 over HTTP+JSON",
    ask: async ({ rest }, { url }) =>
      answered(await post(`${url}${rest}/message:send`, sendParams(dialect1_0, "tides"), dialect1_0.headers), {
        task: true,
      }),
  },
  {
    title: "answers callers of 0.3 over JSON-RPC",
    ask: async ({ rpc: path }, { url }) =>
      answered(await post(url + path, rpc("message/send", sendParams(dialect0_3, "tides")))),
  },
  {
    title: "answers callers of 0.3 over HTTP+JSON",
    // The specification of 0.3 shows two formats of this body, and servers accept one or both.
    ask: async ({ rest }, { url }) => {
      const address = `${url}${rest}/v1/message:send`;
      const content = { messageId: "m-1", role: "ROLE_USER", content: [{ text: "tides" }] };
      const first = answered(await post(address, { message: content, configuration: { blocking: true } }));
      return first.holds ? first : answered(await post(address, sendParams(dialect0_3, "tides")));
    },
  },
  {
    title: "answers callers of 0.2 over JSON-RPC",
    ask: async ({ rpc: path }, { url }) => {
      const message = { messageId: "m-1", role: "user", parts: [{ kind: "text", text: "tides" }], kind: "message" };
      return answered(
        await post(
          url + path,
          rpc("message/send", { message, configuration: { acceptedOutputModes: ["text/plain"], blocking: true } }),
        ),
      );
    },
  },
  {
    title: "answers callers of 0.1 over JSON-RPC",
    ask: async ({ rpc: path }, { url }) => {
      const message = { role: "user", parts: [{ type: "text", text: "tides" }] };
      const answer = await post(url + path, rpc("tasks/send", { id: "chosen-by-the-caller", message }));
      const { id } = readTask(resultOf(answer.json));
      return id === "chosen-by-the-caller" || !answered(answer).holds
        ? answered(answer)
        : { holds: false, because: "the id is not the caller's" };
    },
  },
];

/** Whether the response is the finished task with all of the agent's output; 1.0 wraps it in a member. */
function answered(answer: RawAnswer, { task = false } = {}): Verdict {
  const result: JsonObject = resultOf(answer.json);
  const { state, texts } = readTask(result);
  const said = texts.join("") === LINES.join("");
  if (state === "completed" && said && (!task || "task" in result)) return { holds: true };
  const code = errorCode(answer);
  return {
    holds: false,
    because: code === undefined ? `it answers ${answer.status}` : `it answers error ${String(code)}`,
  };
}
