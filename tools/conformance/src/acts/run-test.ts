import { setTimeout } from "node:timers/promises";
import { isJsonObject, type JsonObject, type JsonValue } from "@a2a/types";
import type { AgentUnderTest, Answer } from "./agent-under-test.ts";
import { parsedByClient } from "./client-step.ts";
import { type ActsTest, objectIn, objectsIn } from "./corpus.ts";
import { bodyOf } from "./http-agent.ts";
import { mismatch } from "./match.ts";
import { withErrorCodes } from "./operations.ts";
import { streamMismatch } from "./streams.ts";
import { holds, interpolate, valuesAt } from "./variables.ts";

/** Runs a test against an agent. Returns how it failed; `undefined` if it passed. */
export async function runTest(
  test: ActsTest,
  agent: AgentUnderTest,
  given: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const variables = new Map<string, JsonValue>(Object.entries({ ...test.variables, ...given }));
  try {
    for (const step of test.steps) {
      const failure = await runStep(step, agent, variables);
      if (failure !== undefined) return `step ${String(step.id)}: ${failure}`;
    }
    return failedAssertion(test.assertions, variables);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function runStep(
  written: JsonObject,
  agent: AgentUnderTest,
  variables: Map<string, JsonValue>,
): Promise<string | undefined> {
  if (written.client_response !== undefined) {
    return mismatch(await parsedByClient(written), written.expect_parsed ?? {});
  }
  if (typeof written.delay_ms === "number") await setTimeout(written.delay_ms);
  if (isJsonObject(written.assertion)) return failedAssertion([written.assertion], variables);
  const { assertions, ...rest } = written;
  const step = objectIn(interpolate(rest, variables));
  const answer = await answerOf(step, agent);
  for (const [name, path] of Object.entries(objectIn(step.capture))) {
    const [value] = valuesAt(answer.body, String(path));
    if (value !== undefined) variables.set(`${String(step.id)}.${name}`, value);
  }
  variables.set(`${String(step.id)}.response`, answer.body);
  return judge(step, answer) ?? failedAssertion(objectsIn(assertions), variables);
}

/** Performs a step, again and again where it says until when. */
async function answerOf(step: JsonObject, agent: AgentUnderTest): Promise<Answer> {
  const { until, max_attempts = 10, delay_ms = 1_000 } = objectIn(step.repeat);
  let answer = await perform(step, agent);
  for (let n = 1; typeof until === "string" && !holds(until, answer.body); n++) {
    if (n >= Number(max_attempts)) throw new Error(`step ${String(step.id)}: ${until} did not come true`);
    await setTimeout(Number(delay_ms));
    answer = await perform(step, agent);
  }
  return answer;
}

function perform(step: JsonObject, agent: AgentUnderTest): Promise<Answer> {
  if (!isJsonObject(step.raw)) return agent.call(String(step.operation), objectIn(step.params));
  const { method, path, headers } = step.raw;
  return agent.request({
    method: String(method),
    path: String(path),
    headers: objectIn(headers) as Record<string, string>, // texts, by the grammar of the corpus
    ...bodyOf(step.raw),
  });
}

function judge(step: JsonObject, answer: Answer): string | undefined {
  if (isJsonObject(step.expect_error)) return errorMismatch(step.expect_error, answer);
  const expect = objectIn(step.expect);
  const { status, headers, body, ...more } = expect;
  const wantsError = status === "error" || more.error !== undefined;
  if (answer.error !== undefined && !wantsError) {
    return `expected success, received ${answer.error.code ?? "an error"}: ${answer.error.message}`;
  }
  const root = answer.error === undefined ? answer.body : { error: { ...answer.error, code: answer.error.code ?? "" } };
  return (
    (status === undefined || status === "error" ? undefined : mismatch(answer.status, status, "status")) ??
    (headers === undefined ? undefined : headerMismatch(objectIn(headers), answer)) ??
    mismatch(root, { ...objectIn(body), ...more }) ??
    (isJsonObject(step.expect_stream) ? streamMismatch(step.expect_stream, answer.events ?? []) : undefined)
  );
}

function headerMismatch(expected: JsonObject, { headers }: Answer): string | undefined {
  const lower = Object.fromEntries(Object.entries(expected).map(([name, value]) => [name.toLowerCase(), value]));
  return mismatch(headers, lower, "headers");
}

function errorMismatch(expected: JsonObject, { error, status, body }: Answer): string | undefined {
  if (error === undefined) return `expected an error, received status ${status} ${JSON.stringify(body).slice(0, 200)}`;
  const { error_type, code = error_type, message, details, data = details } = expected;
  return (
    (code === undefined ? undefined : mismatch(error.code, withErrorCodes(code), "error")) ??
    (message === undefined ? undefined : mismatch(error.message, message, "message")) ??
    (data === undefined ? undefined : mismatch(error.data, data, "data"))
  );
}

function failedAssertion(
  assertions: readonly JsonObject[],
  variables: ReadonlyMap<string, JsonValue>,
): string | undefined {
  for (const written of assertions) {
    const { source, path, match, any, all, none } = objectIn(interpolate(written, variables));
    const root = path === undefined ? source : valuesAt(source, String(path))[0];
    const failure =
      (match === undefined ? undefined : mismatch(root, match)) ??
      collectionFailure("any", any, root, (fits, count) => fits > 0 || count < 0) ??
      collectionFailure("all", all, root, (fits, count) => fits === count) ??
      collectionFailure("none", none, root, (fits) => fits === 0);
    if (failure !== undefined) return failure;
  }
  return undefined;
}

function collectionFailure(
  kind: string,
  assertion: JsonValue | undefined,
  root: JsonValue | undefined,
  passes: (fits: number, count: number) => boolean,
): string | undefined {
  if (!isJsonObject(assertion)) return undefined;
  const values = valuesAt(root, String(assertion.path));
  const fits = values.filter((value) => mismatch(value, assertion.match ?? {}) === undefined).length;
  return passes(fits, values.length)
    ? undefined
    : `${kind} of ${String(assertion.path)}: ${fits} of ${values.length} match ${JSON.stringify(assertion.match)}`;
}
