import { toFunctionSchema } from "@a2a/tool-wrapper/schema";
import * as z from "zod";
import { type Model, modelOver, type ProviderOptions } from "./model.ts";

const CallSchema = z.object({
  type: z.literal("function"),
  id: z.string(),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const MessageSchema = z.looseObject({
  content: z.nullish(z.string()),
  tool_calls: z.nullish(z.array(CallSchema)),
});
const AnswerSchema = z.object({ choices: z.array(z.object({ message: MessageSchema })) });

/** A model of OpenAI, or any service with its Chat Completions API. */
export function openaiModel({ apiKey, baseUrl, model = "gpt-6.1-terra" }: ProviderOptions): Model {
  return modelOver<z.infer<typeof CallSchema>>({
    provider: "OpenAI",
    model,
    url: `${baseUrl ?? "https://api.openai.com/v1"}/chat/completions`,
    headers: { Authorization: `Bearer ${apiKey}` },
    body: (tools, messages) => ({
      model,
      tools: tools.map((tool) => toFunctionSchema(tool, "openai-chat")),
      messages,
    }),
    read(answer) {
      const message = AnswerSchema.safeParse(answer).data?.choices[0]?.message;
      return message && { message, text: message.content ?? "", calls: message.tool_calls ?? [] };
    },
    results: (replies) => [...replies],
  });
}
