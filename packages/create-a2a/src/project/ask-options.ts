import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { type ModelProvider, modelProviders, type ProjectOptions, type StoreKind, storeKinds } from "./options.ts";

/** Asks for the options that were not given. An empty answer takes the default; an answer that is not on the list is asked for again. */
export async function askOptions(
  given: Partial<ProjectOptions>,
  terminal: { readonly input: Readable; readonly output: Writable },
): Promise<ProjectOptions> {
  const lines = createInterface(terminal);
  const closed = new AbortController();
  lines.once("close", () => closed.abort(new Error("canceled: no project was created")));
  const ask = async (question: string, standard: string) => {
    const answer = lines.question(`${question} (${standard}) `, { signal: closed.signal });
    return (await answer.catch(() => Promise.reject(closed.signal.reason as Error))).trim() || standard;
  };
  const choose = async <Choice extends string>(question: string, choices: readonly Choice[]): Promise<Choice> => {
    for (;;) {
      const answer = await ask(`${question}: ${choices.join(", ")}`, choices[0] ?? "");
      const found = choices.find((choice) => choice === answer);
      if (found !== undefined) return found;
      terminal.output.write(`Expected one of ${choices.join(", ")}, found "${answer}".\n`);
    }
  };
  try {
    const folder = given.folder ?? (await ask("Folder of the new agent", "my-agent"));
    const model = given.model ?? (await choose<ModelProvider>("Model", modelProviders));
    const store = given.store ?? (await choose<StoreKind>("Where tasks are stored", storeKinds));
    return { ...given, folder, model, store };
  } finally {
    lines.close();
  }
}
