import type { Scope } from "@a2a/server/engine-kit";
import type { CapacityRows, EvictedTask, OwnerUsage } from "@a2a/server/relational-kit";
import { NOW } from "../database/columns.ts";
import type { Query } from "../database/connections.ts";

/** How many tasks or exchanges are evicted at once. */
const BATCH = 500;
const EXCHANGE_SIZE = "octet_length(message) + octet_length(answer)";

/** The storage that owners use in PostgreSQL. */
export class PostgresCapacity implements CapacityRows {
  readonly maxTotalSize: number;
  readonly #read: Query;
  readonly #sql: ReturnType<typeof statements>;

  /** @param schema Its quoted name. */
  constructor(read: Query, schema: string, ended: readonly string[], maxTotalSize: number) {
    this.maxTotalSize = maxTotalSize;
    this.#read = read;
    this.#sql = statements(schema, ended);
  }

  async usage(): Promise<readonly OwnerUsage[]> {
    return (await this.#read(this.#sql.usage)).map(({ tenant, owner, size }) => {
      return { scope: { tenant: String(tenant), owner: String(owner) }, size: Number(size) };
    });
  }

  async evict({ tenant, owner }: Scope, characters: number): Promise<readonly EvictedTask[]> {
    const values = [tenant, owner, Math.ceil(characters)];
    const tasks = await this.#read(this.#sql.tasks, values);
    const gone = tasks.length > 0 ? tasks : await this.#read(this.#sql.exchanges, values);
    return gone.map(({ id, size }) => ({ id: id === null ? undefined : String(id), size: Number(size) }));
  }
}

/** Deletes everything about the tasks `gone`, in a schema whose quoted name is given. */
export function deletedParts(s: string): string {
  return ["event", "snapshot", "large_string", "turn", "checkpoint", "push", "note"]
    .map((name) => `${name} as (delete from ${s}.${name} x using gone where x.task = gone.key)`)
    .join();
}

function statements(s: string, ended: readonly string[]) {
  const isFinished = `state in (${ended.map((state) => `'${state}'`)}) and idle_at is not null
    and (lease_until is null or lease_until <= ${NOW})`;
  // The first of the rows, which have `key`, `size` and `at`, that have $3 characters together.
  const oldest = (rows: string) => `select key from (
    select key, sum(size) over (order by at, key) - size as before from (${rows} order by at, key limit ${BATCH}) batch
  ) summed where before < $3`;
  const tasks = oldest(
    `select key, size, idle_at as at from ${s}.task where tenant = $1 and owner = $2 and ${isFinished}`,
  );
  const exchanges = oldest(
    `select key, ${EXCHANGE_SIZE} as size, at from ${s}.exchange where tenant = $1 and owner = $2`,
  );
  return {
    usage: `select tenant, owner, sum(size)::float8 as size from (select tenant, owner, size from ${s}.task
      union all select tenant, owner, ${EXCHANGE_SIZE} from ${s}.exchange) stored group by tenant, owner`,
    /** $1 tenant, $2 owner, $3 how many characters. */
    tasks: `with gone as (delete from ${s}.task where key in (
        select key from ${s}.task where key in (${tasks}) and ${isFinished} for update skip locked) returning key, id, size
      ), ${deletedParts(s)} select id, size from gone`,
    /** The same. */
    exchanges: `delete from ${s}.exchange where key in (${exchanges}) returning null as id, ${EXCHANGE_SIZE} as size`,
  };
}
