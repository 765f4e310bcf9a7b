import { toFunctionSchema } from "@a2a/tool-wrapper/schema";
import * as z from "zod";
import { type Model, modelOver, type ProviderOptions } from "./model.ts";

const CallSchema = z.object({ type: z.literal("tool_use"), id: z.string(), name: z.string(), input: z.unknown() });
const TextSchema = z.object({ type: z.literal("text"), text: z.string() });
const AnswerSchema = z.object({ content: z.array(z.looseObject({ type: z.string() })) });

/** A model of Anthropic, over its Messages API. */
export function anthropicModel({ apiKey, baseUrl, model = "claude-sonnet-5-5" }: ProviderOptions): Model {
  return modelOver<z.infer<typeof CallSchema>>({
    provider: "Anthropic",
    model,
    url: `${baseUrl ?? "https://api.anthropic.com"}/v1/messages`,
    headers: { "x-api-key": apiKey, "anthropic-version": "2023-06-01" },
    body: (tools, messages) => ({
      model,
      max_tokens: 1024,
      tools: tools.map((tool) => toFunctionSchema(tool, "anthropic")),
      messages,
    }),
    read(answer) {
      const content = AnswerSchema.safeParse(answer).data?.content;
      return (
        content && {
          message: { role: "assistant", content },
          text: only(TextSchema, content)
            .map(({ text }) => text)
            .join("\n"),
          calls: only(CallSchema, content),
        }
      );
    },
    results: (replies) => [{ role: "user", content: replies }],
  });
}

function only<Schema extends z.ZodType>(schema: Schema, blocks: readonly unknown[]): z.output<Schema>[] {
  return blocks.flatMap((block) => {
    const read = schema.safeParse(block);
    return read.success ? [read.data] : [];
  });
}
