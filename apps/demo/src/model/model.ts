import type { AgentTool } from "@a2a/tool-wrapper";
import type { ModelCall, ModelReply } from "@a2a/tool-wrapper/schema";

/** Carries out one call of a tool, and gives back what the model is to read. */
export type CarryOut = <Call extends ModelCall>(call: Call) => Promise<ModelReply<Call>>;

/** A model that is given tools and works until it has an answer. */
export interface Model {
  /** A name for people to read. */
  readonly name: string;
  /** Rejects with a `ProviderError` when its provider cannot be reached, refuses, or answers nonsense. */
  run(prompt: string, tools: readonly AgentTool[], carryOut: CarryOut): Promise<string>;
}

/** How a provider is reached. */
export interface ProviderOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly model?: string | undefined;
}

/** A failure of a provider. Its message contains neither the key nor any text of the provider. */
export class ProviderError extends Error {
  override name = "ProviderError";
}

/** Where an API is, and how it knows its callers. */
interface Address {
  readonly provider: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What is particular about one API. */
export interface Api<Call extends ModelCall> extends Address {
  readonly model: string;
  body(tools: readonly AgentTool[], messages: readonly object[]): object;
  /** The reply of the model, as a message to send back; `undefined` if the format of the answer is unknown. */
  read(answer: unknown): { message: object; text: string; calls: readonly Call[] } | undefined;
  /** The messages that take the results of its calls to the model. */
  results(replies: readonly ModelReply<Call>[]): object[];
}

const MOST_STEPS = 8;
const TIMEOUT_MS = 60_000;

/** A model behind an API: it is asked, its calls are carried out, and it is asked again, until it calls no more. */
export function modelOver<Call extends ModelCall>(api: Api<Call>): Model {
  const { provider, model } = api;
  return {
    name: `${model} of ${provider}`,
    async run(prompt, tools, carryOut) {
      const messages: object[] = [{ role: "user", content: prompt }];
      for (let step = 0; step < MOST_STEPS; step++) {
        const said = api.read(await post(api, api.body(tools, messages)));
        if (!said) throw new ProviderError(`${provider} answered in a form that is not known here`);
        if (said.calls.length === 0) return said.text;
        const replies: ModelReply<Call>[] = [];
        for (const call of said.calls) replies.push(await carryOut(call));
        messages.push(said.message, ...api.results(replies));
      }
      throw new ProviderError(`${model} asked for tools ${MOST_STEPS} times and did not come to an end`);
    },
  };
}

/** The error text of a provider may repeat the key, so show the status only. */
async function post({ provider, url, headers }: Address, body: object): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      redirect: "error", // the key goes to nobody else
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    throw new ProviderError(`${provider} cannot be reached at ${new URL(url).host}`);
  }
  if (!response.ok) throw new ProviderError(`${provider} answered ${response.status}`);
  return response.json().catch(() => undefined);
}
