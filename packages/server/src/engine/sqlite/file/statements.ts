import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Prepares a statement on its first use. */
export type Sql = (text: string) => StatementSync;

/** The statements of a database. Their texts are few, since values are parameters. */
export function statementsOf(database: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>();
  return (text) => {
    let statement = prepared.get(text);
    if (!statement) {
      statement = database.prepare(text);
      prepared.set(text, statement);
    }
    return statement;
  };
}
