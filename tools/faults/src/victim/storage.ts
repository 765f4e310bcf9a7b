import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { type FaultProxy, type PostgresServer, startFaultProxy, startPostgres } from "test-kit/postgres-server";
import { query } from "../replicas/database.ts";
import { type Folder, temporaryFolder } from "./temporary-folder.ts";
import type { VictimOptions } from "./victim-server.ts";

/** Where a server stores tasks, and a gateway routes. */
export type Store = "memory" | "SQLite" | "PostgreSQL";

/** The storage of one scenario, empty at first and deleted in the end. */
export interface Storage extends AsyncDisposable {
  readonly options: Pick<VictimOptions, "file" | "database">;
  /** The folder of the file, in SQLite. */
  readonly folder?: Folder;
  /** What is between the victim and its database, where that was asked for. */
  readonly proxy?: FaultProxy;
}

/** The options of a storage. */
export interface StorageOptions {
  /** The size of the file system of a file in MB, where one can be mounted. */
  readonly megabytes?: number;
  /** Whether PostgreSQL is behind a proxy, which costs time in this process. */
  readonly isProxied?: boolean;
}

let server: Promise<PostgresServer> | undefined;

/** Opens a storage. */
export async function openStorage(store: Store, { megabytes, isProxied }: StorageOptions): Promise<Storage> {
  if (store === "memory") return { options: {}, async [Symbol.asyncDispose]() {} };
  if (store === "SQLite") {
    const folder = temporaryFolder(megabytes);
    return {
      options: { file: join(folder.path, "tasks.db") },
      folder,
      async [Symbol.asyncDispose]() {
        folder[Symbol.dispose]();
      },
    };
  }
  // One server for all scenarios; it ends with this process.
  server ??= startPostgres();
  const { url } = await server;
  const proxy = isProxied ? await startFaultProxy(url) : undefined;
  const schema = `faults_${randomBytes(6).toString("hex")}`;
  return {
    options: { database: { url: proxy?.url ?? url, schema } },
    ...(proxy && { proxy }),
    async [Symbol.asyncDispose]() {
      await proxy?.close();
      for (const name of [schema, `${schema}_routes`]) await query(url, `drop schema if exists ${name} cascade`);
    },
  };
}
