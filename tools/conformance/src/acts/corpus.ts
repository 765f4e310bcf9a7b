import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import { parse } from "yaml";

/** The bindings, as the corpus spells them. */
export type ActsBinding = "jsonrpc" | "rest" | "grpc";

/** One test of the corpus. Its steps stay as they are in the file. */
export interface ActsTest {
  readonly id: string;
  readonly name: string;
  readonly level: "must" | "should" | "may";
  /** The bindings it applies to. */
  readonly bindings: readonly ActsBinding[];
  /** The capabilities that the card has to have, or to lack. */
  readonly capabilities: Readonly<Record<string, boolean>>;
  /** Variables of its file. */
  readonly variables: Readonly<Record<string, string>>;
  readonly steps: readonly JsonObject[];
  /** Assertions after all steps. */
  readonly assertions: readonly JsonObject[];
}

const FOLDERS = ["tests/acts", "scenarios/acts", "."];
const BINDINGS: readonly ActsBinding[] = ["jsonrpc", "rest", "grpc"];

/** The folder of a checkout that has the corpus; `undefined` if there is none. */
export function corpusFolder(checkout: string): string | undefined {
  const has = (folder: string) => existsSync(folder) && readdirSync(folder).some((file) => file.endsWith(".acts.yaml"));
  return FOLDERS.map((folder) => join(checkout, folder)).find(has);
}

/** Reads all files of the corpus. */
export function readCorpus(folder: string): ActsTest[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".acts.yaml"))
    .sort()
    .flatMap((file) => testsOf(parse(readFileSync(join(folder, file), "utf8"))));
}

/** The tests of one file. */
export function testsOf(file: JsonValue): ActsTest[] {
  if (!isJsonObject(file)) return [];
  const variables = objectIn(file.variables) as Record<string, string>; // texts, by the grammar of the corpus
  return objectsIn(file.suites).flatMap((suite) => objectsIn(suite.tests).map((test) => toTest(test, variables)));
}

function toTest(test: JsonObject, variables: Record<string, string>): ActsTest {
  const given = Array.isArray(test.transport) ? (test.transport as ActsBinding[]) : BINDINGS;
  return {
    id: String(test.id),
    name: String(test.name),
    level: test.level as ActsTest["level"], // one of the three, by the grammar of the corpus
    bindings: hasRawStep(test) && test.transport === undefined ? ["jsonrpc"] : given,
    capabilities: objectIn(objectIn(test.preconditions).capabilities) as Record<string, boolean>,
    variables,
    steps: objectsIn(test.steps),
    assertions: objectsIn(test.assertions),
  };
}

function hasRawStep(test: JsonObject): boolean {
  return objectsIn(test.steps).some(({ raw }) => raw !== undefined);
}

/** An object, or an empty one in its place. */
export function objectIn(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list; none if it is not a list. */
export function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
