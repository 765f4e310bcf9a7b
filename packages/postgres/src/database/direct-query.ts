import pg from "pg";

/** From this size on, in bytes, parameters are written as they are. */
const LARGE = 65_536;

/** Whether a statement has a parameter that is worth a direct query. */
export function hasLargeBytes(values: readonly unknown[]): boolean {
  return values.some((value) => Buffer.isBuffer(value) && value.length >= LARGE);
}

/** Runs a statement whose large parameters are written from their own memory: `pg` copies them twice, into buffers half as large again. */
export function queryDirectly<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  config: pg.QueryConfig & { readonly query_timeout: number },
): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    const query = new DirectQuery(config, (error, result) => (error ? reject(error) : resolve(result.rows as Row[])));
    client.query(Object.assign(query, { query_timeout: config.query_timeout }) as unknown as pg.Submittable); // by its `submit`
  });
}

/** The parts of a query and a connection of `pg` that its types leave out. */
interface Preparable {
  prepare(connection: Connection): void;
}
interface Connection {
  readonly stream: { write(bytes: Uint8Array): unknown };
}
interface Bind {
  readonly portal?: string;
  readonly statement?: string;
  readonly values: readonly unknown[];
  valueMapper(value: unknown): string | Buffer | null;
}
type Query = new (
  config: pg.QueryConfig,
  callback: (error: Error | undefined, result: pg.QueryResult) => void,
) => Preparable;

class DirectQuery extends (pg.Query as unknown as Query) {
  override prepare(connection: Connection): void {
    const bind = (message: Bind) => {
      for (const part of bindMessage(message)) connection.stream.write(part);
    };
    super.prepare(Object.create(connection, { bind: { value: bind } }) as Connection);
  }
}

/** The message that binds values to a statement, in parts: those of large values are their own memory. */
function bindMessage({ portal = "", statement = "", values, valueMapper }: Bind): Buffer[] {
  const mapped = values.map((value) => {
    const known = Buffer.isBuffer(value) ? value : valueMapper(value);
    return typeof known === "string"
      ? { isBinary: false, bytes: Buffer.from(known) }
      : { isBinary: true, bytes: known };
  });
  const names = Buffer.from(`${portal}\0${statement}\0`);
  const counts = [mapped.length, ...mapped.map(({ isBinary }) => (isBinary ? 1 : 0)), mapped.length];
  const parts: Buffer[] = [names, ...counts.map(int16)];
  for (const { bytes } of mapped) parts.push(int32(bytes?.length ?? -1), ...(bytes ? [bytes] : []));
  // All results are text.
  parts.push(int16(1), int16(0));
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  return joined([Buffer.from("B"), int32(length), ...parts]);
}

/** The same parts, with small ones joined. */
function joined(parts: readonly Buffer[]): Buffer[] {
  const result: Buffer[] = [];
  let small: Buffer[] = [];
  for (const part of parts) {
    if (part.length < LARGE) small.push(part);
    else {
      result.push(Buffer.concat(small), part);
      small = [];
    }
  }
  return [...result, Buffer.concat(small)];
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
