import type { DatabaseSync } from "node:sqlite";
import { scopeKey } from "../port/scope-key.ts";
import type { Scope } from "../port/task-engine.ts";
import { type Sql, statementsOf } from "./file/statements.ts";

const MAX_CACHED = 10_000;

/** The keys of scopes, which rows of other tables have in place of tenant and owner. */
export class SqliteScopes {
  readonly #sql: Sql;
  readonly #keys = new Map<string, number>();

  constructor(database: DatabaseSync) {
    this.#sql = statementsOf(database);
  }

  /** The key of a scope; `undefined` if nothing was ever stored in it. */
  find(scope: Scope): number | undefined {
    const name = scopeKey(scope);
    const known = this.#keys.get(name);
    if (known !== undefined) return known;
    const found = this.#sql("select key from scope where tenant = ? and owner = ?").get(scope.tenant, scope.owner);
    if (!found) return undefined;
    if (this.#keys.size >= MAX_CACHED) this.#keys.clear();
    this.#keys.set(name, Number(found.key));
    return Number(found.key);
  }

  /** The key of a scope, which is stored if it is new. */
  ensure(scope: Scope): number {
    const insert = "insert into scope (tenant, owner) values (?, ?)";
    return this.find(scope) ?? Number(this.#sql(insert).run(scope.tenant, scope.owner).lastInsertRowid);
  }

  /** The scope of a key. */
  of(key: number): Scope {
    const found = this.#sql("select tenant, owner from scope where key = ?").get(key);
    return { tenant: String(found?.tenant), owner: String(found?.owner) };
  }

  /** Forgets keys that a transaction may have assigned before its rollback. */
  discard(): void {
    this.#keys.clear();
  }
}
