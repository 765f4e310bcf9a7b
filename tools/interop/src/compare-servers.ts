import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import { DatabaseTaskStore } from "sdk-v1_0/server/database";
import { type Dialect, dialect0_3, dialect1_0 } from "./compare-wire.ts";
import { serveHarbour } from "./matrix/our-server.ts";
import type { MatrixPeer } from "./matrix/peer.ts";
import { serveSdk0_3, serveSdk1_0 } from "./matrix/sdk-servers.ts";

/** A server that is asked. */
export interface Contestant {
  readonly name: string;
  /** Where JSON-RPC is posted to, and below which HTTP+JSON lives. */
  readonly rpc: string;
  readonly rest: string;
  /** The newest protocol version it supports. */
  readonly speaks: Dialect;
  /** Starts it. It keeps its data in the folder, and finds them there when it is started again. */
  open(folder: string): Promise<MatrixPeer>;
}

/** Each as its documentation has it, with everything switched on that is asked about. */
export const contestants: readonly Contestant[] = [
  {
    name: "`@a2a/server`",
    rpc: "/a2a",
    rest: "/a2a",
    speaks: dialect1_0,
    open: (folder) => serveHarbour({ store: `sqlite:${join(folder, "tasks.db")}` }),
  },
  {
    name: "`@a2a-js/sdk` 1.3.0",
    rpc: "/rpc",
    rest: "/rest",
    speaks: dialect1_0,
    open: openSdk1_0,
  },
  {
    name: "`@a2a-js/sdk` 0.3.14",
    rpc: "/rpc",
    rest: "/rest",
    speaks: dialect0_3,
    open: () => serveSdk0_3(),
  },
];

/** With its layer for callers of 0.3, and its store for databases over SQLite. */
async function openSdk1_0(folder: string): Promise<MatrixPeer> {
  const file = new DatabaseSync(join(folder, "tasks.db"));
  file.exec(`CREATE TABLE IF NOT EXISTS tasks (
    tenant TEXT NOT NULL, owner TEXT NOT NULL, id TEXT NOT NULL, context_id TEXT NOT NULL,
    status_last_updated INTEGER NOT NULL, status_state TEXT, status TEXT, artifacts TEXT, history TEXT, metadata TEXT,
    protocol_version TEXT, PRIMARY KEY (tenant, owner, id)
  )`);
  const database = new Kysely({ dialect: new SqliteDialect({ database: forKysely(file) }) });
  const peer = await serveSdk1_0({ taskStore: new DatabaseTaskStore(database), legacy: true });
  return {
    ...peer,
    async [Symbol.asyncDispose]() {
      await peer[Symbol.asyncDispose]();
      await database.destroy(); // which may be called again
    },
  };
}

/** Node's own SQLite in the form of the driver that Kysely asks for, which would have to be compiled. */
function forKysely(file: DatabaseSync) {
  type Values = Parameters<ReturnType<DatabaseSync["prepare"]>["all"]>;
  return {
    close: () => file.close(),
    prepare(sql: string) {
      const statement = file.prepare(sql);
      // Kysely hands over what SQLite can store; its types do not say so.
      return {
        reader: statement.columns().length > 0,
        all: (values: readonly unknown[]) => statement.all(...(values as Values)),
        run: (values: readonly unknown[]) => statement.run(...(values as Values)),
        iterate: (values: readonly unknown[]) => statement.iterate(...(values as Values)),
      };
    },
  };
}
