import { type Scheduler, systemScheduler } from "../../util/scheduler.ts";
import type { TaskEngine } from "../port/task-engine.ts";
import type { SharedEvents, SharedTaskStore } from "../store/sharing.ts";
import { type EngineParts, StoreEngine, type StoreEngineOptions } from "../store-engine.ts";
import { beginShared } from "./begin-shared.ts";
import { LeaseKeeper } from "./lease-keeper.ts";
import { SharedState } from "./shared-state.ts";
import { SharedTurnClaims } from "./shared-turn-claims.ts";
import { SharedWebhooks } from "./shared-webhooks.ts";

/**
 * Makes an engine of a store that several engines share: the counterpart of `createStoreEngine`. The other parts of an engine do not
 * load the code for sharing.
 *
 * @param openStore Opens the store; the events tell the engine of tasks that it has removed, and of what other engines do.
 * @param scheduler When work runs; for simulations.
 */
export function createSharedEngine(
  openStore: (events: SharedEvents) => SharedTaskStore,
  options: StoreEngineOptions = {},
  scheduler: Scheduler = systemScheduler,
): TaskEngine {
  return new StoreEngine(() => openShared(new SharedState(openStore, options, scheduler)), scheduler, options.logger);
}

function openShared(state: SharedState): EngineParts {
  const keeper = new LeaseKeeper(state);
  const webhooks = new SharedWebhooks(state);
  const stop = () => {
    keeper.stop();
    webhooks.stop();
  };
  return { state, accept: beginShared, webhooks, turns: new SharedTurnClaims(state), stop };
}
