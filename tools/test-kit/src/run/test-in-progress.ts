import { AsyncLocalStorage } from "node:async_hooks";

/** Shared by all copies of this module, since the runner and the tests load their own. */
const KEY = Symbol.for("a2a.test-in-progress");
const shared = globalThis as { [KEY]?: AsyncLocalStorage<string> };

/** The id of the test that the running code belongs to, also among concurrent tests. */
export const testInProgress: AsyncLocalStorage<string> = shared[KEY] ?? new AsyncLocalStorage();
shared[KEY] = testInProgress;
