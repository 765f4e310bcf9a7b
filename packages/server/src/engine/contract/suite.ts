import { cancelChapter } from "./cancel.ts";
import type { Chapter, ContractRunner, EngineHarness } from "./kit.ts";
import { leasesChapter } from "./leases.ts";
import { lifetimeChapter } from "./lifetime.ts";
import { listsChapter } from "./lists.ts";
import { logChapter } from "./log.ts";
import { messagesChapter } from "./messages.ts";
import { outagesChapter } from "./outages.ts";
import { readingChapter } from "./reading.ts";
import { sharingChapter } from "./sharing.ts";
import { turnsChapter } from "./turns.ts";
import { webhooksChapter } from "./webhooks.ts";

/**
 * Registers the cases every task engine must pass, with any test runner. Each case opens an engine of its own.
 *
 * @example
 * engineContract({ describe, it, expect }, {
 *   name: "my engine",
 *   open: async (options) => {
 *     const engine = await createMyEngine(options);
 *     return { engine, close: () => engine.close({ drainMs: 0 }) };
 *   },
 * });
 *
 * @param only The chapters to register, where a variant of an engine differs in these alone. Default: all.
 */
export function engineContract(
  runner: ContractRunner,
  harness: EngineHarness,
  only: readonly ContractChapter[] = Object.keys(chapters) as ContractChapter[], // its own keys
): void {
  const test: Chapter["test"] = (title, body, options = {}) => {
    runner.it(title, async () => {
      const opened = await harness.open(options);
      try {
        await body(opened.engine, opened);
      } finally {
        await opened.close();
      }
    });
  };
  const chapter: Chapter = { runner, harness, test };
  runner.describe(`${harness.name} fulfills the engine contract:`, () => {
    for (const name of only) chapters[name](chapter);
  });
}

const chapters = {
  log: logChapter,
  messages: messagesChapter,
  turns: turnsChapter,
  leases: leasesChapter,
  reading: readingChapter,
  cancel: cancelChapter,
  lists: listsChapter,
  webhooks: webhooksChapter,
  lifetime: lifetimeChapter,
  sharing: sharingChapter,
  outages: outagesChapter,
};

/** A part of the contract, by its subject. */
export type ContractChapter = keyof typeof chapters;
