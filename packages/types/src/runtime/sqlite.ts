import type * as sqlite from "node:sqlite";
import { checkRuntime } from "../util/runtime.ts";

/** The SQLite module of Node. An import of it would keep an older Node from saying which version is required. */
export function nodeSqlite(): typeof sqlite {
  checkRuntime();
  return process.getBuiltinModule("node:sqlite");
}
