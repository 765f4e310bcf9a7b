import type { DatabaseSync, StatementSync } from "node:sqlite";
import { scopeKey } from "../port/scope-key.ts";
import type { Scope } from "../port/task-engine.ts";

const MAX_CACHED = 10_000;

/** The keys of scopes, which rows of other tables have in place of tenant and owner. */
export class SqliteScopes {
  readonly #byKey: StatementSync;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #keys = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#byKey = database.prepare("select tenant, owner from scope where key = ?");
    this.#find = database.prepare("select key from scope where tenant = ? and owner = ?");
    this.#insert = database.prepare("insert into scope (tenant, owner) values (?, ?)");
  }

  /** The key of a scope; `undefined` if nothing was ever stored in it. */
  find(scope: Scope): number | undefined {
    const name = scopeKey(scope);
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const found = this.#find.get(scope.tenant, scope.owner);
    if (!found) return undefined;
    if (this.#keys.size >= MAX_CACHED) this.#keys.clear();
    this.#keys.set(name, Number(found.key));
    return Number(found.key);
  }

  /** The key of a scope, which is stored if it is new. */
  ensure(scope: Scope): number {
    return this.find(scope) ?? Number(this.#insert.run(scope.tenant, scope.owner).lastInsertRowid);
  }

  /** The scope of a key. */
  of(key: number): Scope {
    const found = this.#byKey.get(key);
    return { tenant: String(found?.tenant), owner: String(found?.owner) };
  }

  /** Forgets keys that a transaction may have assigned before its rollback. */
  discard(): void {
    this.#keys.clear();
  }
}
