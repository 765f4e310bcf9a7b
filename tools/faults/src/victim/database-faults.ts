// Puts faults into the databases of this process, below the code that uses them.
import { DatabaseSync, StatementSync } from "node:sqlite";

/** How a database fails: every call, every write, or every write that needs space. */
export type Fault = "broken" | "read-only" | "full";

const handles = new Set<DatabaseSync>();
let isBroken = false;

/** Makes databases ready for faults. Call it before one is opened. */
export function prepareFaults(): void {
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, ...args: Parameters<typeof prepare>) {
    handles.add(this);
    return prepare.apply(this, args);
  };
  for (const name of ["run", "get", "all", "iterate"] as const) breakable(StatementSync.prototype, name);
  breakable(DatabaseSync.prototype, "exec");
}

function breakable<Name extends string>(target: Record<Name, (...args: never[]) => unknown>, name: Name): void {
  const method = target[name];
  target[name] = function (this: unknown, ...args: never[]) {
    if (isBroken) throw new Error("disk I/O error");
    return method.apply(this, args);
  };
}

/** Makes all databases fail, or work again. */
export function setFault(fault: Fault, isOn: boolean): void {
  if (fault === "broken") isBroken = isOn;
  else for (const handle of handles) handle.exec(pragma(handle, fault, isOn));
}

function pragma(handle: DatabaseSync, fault: Fault, isOn: boolean): string {
  if (fault === "read-only") return `pragma query_only = ${isOn ? "on" : "off"}`;
  const { page_count: pages } = handle.prepare("pragma page_count").get() as { page_count: number };
  return `pragma max_page_count = ${isOn ? pages : 2 ** 31}`;
}
