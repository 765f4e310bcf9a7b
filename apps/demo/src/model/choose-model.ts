import { anthropicModel } from "./anthropic.ts";
import type { Model } from "./model.ts";
import { openaiModel } from "./openai.ts";

/** The model whose key is in the environment; `undefined` where there is none, and the coordinator follows a script. */
export function chooseModel(env: Readonly<Record<string, string | undefined>>): Model | undefined {
  const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL, DEMO_MODEL: model } = env;
  if (ANTHROPIC_API_KEY) return anthropicModel({ apiKey: ANTHROPIC_API_KEY, baseUrl: ANTHROPIC_BASE_URL, model });
  if (OPENAI_API_KEY) return openaiModel({ apiKey: OPENAI_API_KEY, baseUrl: OPENAI_BASE_URL, model });
  return undefined;
}
