import { describe, expect, it } from "vitest";
import { alice, command, finish, start } from "./contract/kit.ts";
import { engineContract } from "./contract/suite.ts";
import { createMemoryEngine } from "./memory/memory-engine.ts";
import type { TaskEngine } from "./port/task-engine.ts";
import { shardedEngine } from "./sharded-engine.ts";

engineContract(
  { describe, it, expect },
  {
    name: "three engines behind one",
    open: async (options) => {
      const engine = shardedEngine(Array.from({ length: 3 }, () => createMemoryEngine(options)));
      return { engine, close: () => engine.close({ drainMs: 0 }) };
    },
  },
);

const owners = Array.from({ length: 300 }, (_, n) => ({ tenant: "", owner: `owner ${n}` }));

/** How many of the owners have their task in each engine. */
async function counts(engines: readonly TaskEngine[]): Promise<number[]> {
  const totals = engines.map(async (engine) => {
    const sizes = await Promise.all(owners.map((scope) => engine.list(scope, { pageSize: 1 })));
    return sizes.reduce((sum, { totalSize }) => sum + totalSize, 0);
  });
  return Promise.all(totals);
}

async function fill(engines: readonly TaskEngine[]): Promise<void> {
  const sharded = shardedEngine(engines);
  for (const scope of owners) await finish(await start(sharded, { scope }));
}

describe("a sharded engine", () => {
  it("spreads owners evenly, and an engine that is added takes over its share from all others", async () => {
    const three = Array.from({ length: 3 }, () => createMemoryEngine());
    await fill(three);
    for (const count of await counts(three)) expect(count).toBeGreaterThan(70);
    const four = Array.from({ length: 4 }, () => createMemoryEngine());
    await fill(four);
    const moved = await Promise.all(
      owners.map(async (scope) => {
        const places = await Promise.all([...three, ...four].map((engine) => engine.list(scope, { pageSize: 1 })));
        const [before, after] = [places.slice(0, 3), places.slice(3)].map((some) =>
          some.findIndex(({ totalSize }) => totalSize === 1),
        );
        return before === after ? undefined : after;
      }),
    );
    const moves = moved.filter((place) => place !== undefined);
    expect(new Set(moves)).toEqual(new Set([3]));
    expect(moves.length).toBeGreaterThan(45);
  });

  it("keeps all owners of a tenant together when the key says so", async () => {
    const engines = [createMemoryEngine(), createMemoryEngine()];
    const sharded = shardedEngine(engines, { keyOf: ({ tenant }) => tenant });
    for (const { owner } of owners) await start(sharded, { scope: { tenant: "blue", owner } });
    const sizes = await Promise.all(engines.map((engine) => engine.claim(0).then(() => engine)));
    const found = await Promise.all(
      sizes.map((engine) => engine.list({ tenant: "blue", owner: owners[0]?.owner ?? "" }, { pageSize: 1 })),
    );
    expect(found.map(({ totalSize }) => totalSize).sort()).toEqual([0, 1]);
  });

  it("claims from the engines that work while another one does not, and says so when none does", async () => {
    const [up, down] = [createMemoryEngine(), createMemoryEngine()];
    const sharded = shardedEngine([up, down]);
    await (await start(up)).release({ requeue: true });
    await down.close();
    await sharded.ready("turns");
    expect(await sharded.claim(5)).toHaveLength(1);
    await up.close({ drainMs: 0 });
    await expect(sharded.claim(5)).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(sharded.begin(command({ scope: alice }))).rejects.toMatchObject({ code: "UNAVAILABLE" });
    expect(() => shardedEngine([])).toThrow("expected at least one engine");
  });
});
