import { cancelChapter } from "./cancel.ts";
import type { Chapter, ContractRunner, EngineHarness } from "./kit.ts";
import { leasesChapter } from "./leases.ts";
import { lifetimeChapter } from "./lifetime.ts";
import { listsChapter } from "./lists.ts";
import { logChapter } from "./log.ts";
import { messagesChapter } from "./messages.ts";
import { outagesChapter } from "./outages.ts";
import { pushChapter } from "./push.ts";
import { readingChapter } from "./reading.ts";
import { sharingChapter } from "./sharing.ts";
import { turnsChapter } from "./turns.ts";

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
 */
export function engineContract(runner: ContractRunner, harness: EngineHarness): void {
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
    for (const tell of chapters) tell(chapter);
  });
}

const chapters = [
  logChapter,
  messagesChapter,
  turnsChapter,
  leasesChapter,
  readingChapter,
  cancelChapter,
  listsChapter,
  pushChapter,
  lifetimeChapter,
  sharingChapter,
  outagesChapter,
];
