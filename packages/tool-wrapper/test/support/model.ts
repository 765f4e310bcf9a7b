import { MockLanguageModelV4, simulateReadableStream } from "ai/test";

type Generate = Extract<
  NonNullable<ConstructorParameters<typeof MockLanguageModelV4>[0]>["doGenerate"],
  (...args: never[]) => unknown
>;
type Prompt = Parameters<Generate>[0]["prompt"];

/** What a model does next: says something, or calls a tool. */
export type Move = string | { tool: string; input: object; id?: string };

/** What the tools have answered so far, the latest last, as the model reads it. */
export function toolOutputs(prompt: Prompt) {
  return prompt.flatMap(({ role, content }) =>
    role === "tool" ? content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])) : [],
  );
}

/** A model for the AI SDK that decides by a function of the conversation. */
export function scriptedModel(decide: (prompt: Prompt) => Move): MockLanguageModelV4 {
  let calls = 0;
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const next = (prompt: Prompt) => {
    const move = decide(prompt);
    if (typeof move === "string") return { move, finishReason: { unified: "stop" as const, raw: undefined } };
    const call = {
      type: "tool-call" as const,
      toolCallId: move.id ?? `call-${++calls}`,
      toolName: move.tool,
      input: JSON.stringify(move.input),
    };
    return { call, finishReason: { unified: "tool-calls" as const, raw: undefined } };
  };
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const { move = "", call, finishReason } = next(prompt);
      return { content: [call ?? { type: "text", text: move }], finishReason, usage, warnings: [] };
    },
    doStream: async ({ prompt }) => {
      const { move = "", call, finishReason } = next(prompt);
      const words = move.split(/(?<= )/).map((delta) => ({ type: "text-delta" as const, id: "t", delta }));
      const said = call
        ? [call]
        : [{ type: "text-start" as const, id: "t" }, ...words, { type: "text-end" as const, id: "t" }];
      return {
        stream: simulateReadableStream({
          chunks: [{ type: "stream-start", warnings: [] }, ...said, { type: "finish", finishReason, usage }],
          chunkDelayInMs: null,
          initialDelayInMs: null,
        }),
      };
    },
  });
}
