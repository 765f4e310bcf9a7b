import { A2AError, isA2AError, isJsonObject, isLocalError, type JsonValue } from "@a2a/types";
import { describe, expect, it } from "vitest";
import * as dialects from "../src/dialects.ts";
import type { Call, CodecOptions, OperationTable, Reply, ServerRequest, StreamItem } from "../src/index.ts";
import {
  decodeRpcAnswer,
  decodeRpcCall,
  decodeRpcEvents,
  EnvelopeError,
  encodeRpcCall,
  readRpcRequest,
  rpcReply,
} from "../src/json-rpc.ts";
import { decodeRestAnswer, decodeRestCall, decodeRestEvents, encodeRestCall, restReply } from "../src/rest.ts";
import { decodeSse } from "../src/sse.ts";
import { type CorpusCase, type ModelError, readCorpus, type Wire } from "./corpus-files.ts";

const corpus = readCorpus();
const understood = corpus.filter(({ refused }) => refused === undefined).map((found) => [found.title, found] as const);
const refused = corpus.filter(({ refused }) => refused !== undefined).map((found) => [found.title, found] as const);

describe("reading", () => {
  it.each(understood)("%s", async (_, found) => {
    expect(await read(found)).toStrictEqual(found.model);
  });
});

describe("writing", () => {
  it.each(understood)("%s", async (_, found) => {
    expect(await write(found)).toStrictEqual(found.written ?? found.wire);
  });
});

describe("rejecting", () => {
  it.each(refused)("%s", async (_, found) => {
    const { code, id, field, reason } = found.refused ?? { reason: "" };
    const refusal = await refusalOf(found);
    expect(refusal.message).toContain(reason);
    if (code !== undefined) expect(refusal.code).toBe(code);
    if (id !== undefined) expect(refusal.id).toBe(id);
    if (field !== undefined) expect(refusal.fields).toContain(field);
  });
});

// Rows are typed by their operation, which is a value here; the files pair them correctly.
type AnyCall = Call<"getTask">;
type AnyOperation = "getTask";
type AnyStream = "subscribeToTask";

async function read(found: CorpusCase): Promise<unknown> {
  const { wire, codec, operation } = found;
  const options = optionsOf(found);
  if (wire.card !== undefined) return codec.card.decode(wire.card, options);
  if (wire.webhook !== undefined) return { event: codec.push.decode(wire.webhook, options) };
  if (wire.request !== undefined) {
    const call =
      found.binding === "rest"
        ? decodeRestCall(exchangeOf(wire), codec, options)
        : decodeRpcCall(readRpcRequest(JSON.stringify(wire.request)), codec, options);
    expect(call.operation).toBe(operation);
    return call.input;
  }
  if (wire.events !== undefined) return readEvents(found);
  return orError(() => readAnswer(found));
}

function readAnswer(found: CorpusCase): unknown {
  const { wire, codec, operation } = found;
  const { status = 200, body, text } = wire.answer ?? {};
  const answer = { status, headers: {}, body: text ?? JSON.stringify(body) };
  if (found.binding === "rest") return decodeRestAnswer(operation as AnyOperation, answer, codec, optionsOf(found));
  return decodeRpcAnswer(operation as AnyOperation, answer, codec, { ...optionsOf(found), id: idOf(wire) });
}

async function readEvents(found: CorpusCase): Promise<unknown[]> {
  const { wire, codec, operation } = found;
  async function* body() {
    for (const frame of wire.events ?? []) yield `data: ${JSON.stringify(frame)}\n\n`;
  }
  const sse = decodeSse(body());
  const events =
    found.binding === "rest"
      ? decodeRestEvents(operation as AnyStream, sse, codec, optionsOf(found))
      : decodeRpcEvents(operation as AnyStream, sse, codec, { ...optionsOf(found), id: idOf(wire) });
  const seen: unknown[] = [];
  try {
    for await (const { event } of events) seen.push(event);
  } catch (error) {
    seen.push(modelError(error));
  }
  return seen;
}

async function write(found: CorpusCase): Promise<Wire> {
  const { wire, codec, operation } = found;
  const options = optionsOf(found);
  const source = (found.writtenFrom ?? found.model) as never; // the path of the file determines the type
  if (wire.card !== undefined) return { card: codec.card.encode(source, options) };
  if (wire.webhook !== undefined) {
    const { event } = source as { event: { task: never } };
    return { webhook: codec.push.encode(event, found.task ?? event.task, options) };
  }
  if (wire.request !== undefined) {
    if (found.binding === "rest") {
      const { method, path, body } = encodeRestCall(operation as AnyOperation, source, codec, options);
      return { request: { method, path, ...(body !== undefined && { body: JSON.parse(body) as JsonValue }) } };
    }
    const { body = "" } = encodeRpcCall(operation as AnyOperation, source, codec, { ...options, id: idOf(wire) });
    return { request: JSON.parse(body) as NonNullable<Wire["request"]> };
  }
  const call = { operation, input: {}, table: tableOf(found) } as unknown as AnyCall;
  const reply = replyOf(found);
  if (wire.events !== undefined) return { events: await writeEvents(reply, call, source) };
  const error = errorIn(source);
  const answer = error ? reply.error(toError(error)) : reply.result(call, source);
  return { answer: shape(answer.status, String(answer.body), found) };
}

/** A response as the corpus writes it: with a status only where it matters. */
function shape(status: number, text: string, { wire, written }: CorpusCase): NonNullable<Wire["answer"]> {
  const said = (written ?? wire).answer?.status !== undefined || status !== 200;
  return { ...(said && { status }), ...(text === "" ? { text } : { body: JSON.parse(text) as JsonValue }) };
}

async function writeEvents(reply: Reply, call: AnyCall, source: JsonValue[]): Promise<JsonValue[]> {
  async function* items(): AsyncGenerator<readonly StreamItem[], void, void> {
    for (const event of source) {
      const error = errorIn(event);
      if (error) throw toError(error);
      yield [{ event: event as never }]; // as above
    }
  }
  const { body } = reply.stream(call, items());
  let text = "";
  for await (const chunk of body) text += chunk;
  return text
    .split("\n\n")
    .filter((block) => block.startsWith("data: "))
    .map((block) => JSON.parse(block.slice("data: ".length)) as JsonValue);
}

interface Refusal {
  code: string;
  message: string;
  id?: string | number | null;
  fields: string[];
}

async function refusalOf(found: CorpusCase): Promise<Refusal> {
  const { wire, codec } = found;
  let id: string | number | null | undefined;
  try {
    if (wire.text !== undefined) {
      const request = readRpcRequest(wire.text);
      id = request.id;
      decodeRpcCall(request, codec, optionsOf(found));
    } else if (wire.answer !== undefined) {
      readAnswer(found);
    } else {
      await read(found);
    }
  } catch (error) {
    if (error instanceof EnvelopeError) return { ...refusal(error.error), id: error.id };
    return { ...refusal(error), ...(id !== undefined && { id }) };
  }
  throw new Error("nothing was refused");
}

function refusal(error: unknown): Refusal {
  if (isA2AError(error))
    return { code: error.code, message: error.message, fields: error.violations.map(({ field }) => field) };
  // An invalid response is a LocalError; the invalid fields are in its cause.
  if (isLocalError(error, "PROTOCOL") && isA2AError(error.cause)) {
    const fields = error.cause.violations.map(({ field }) => field || "answer");
    return { code: error.code, message: error.message, fields };
  }
  throw error;
}

function orError(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return modelError(error);
  }
}

function modelError(error: unknown): { error: ModelError } {
  if (!isA2AError(error)) throw error;
  const { code, message, metadata, violations, details } = error;
  return {
    error: {
      code,
      message,
      ...(Object.keys(metadata).length > 0 && { metadata: { ...metadata } }),
      ...(violations.length > 0 && { violations: [...violations] }),
      ...(details.length > 0 && { details: [...details] }),
    },
  };
}

function errorIn(value: JsonValue): ModelError | undefined {
  return isJsonObject(value) && isJsonObject(value.error) ? (value.error as unknown as ModelError) : undefined;
}

function toError({ code, message, ...options }: ModelError): A2AError {
  return new A2AError(code, message, options);
}

function optionsOf({ options: { dialect: name, ...options } = {} }: CorpusCase): CodecOptions {
  const dialect = Object.values(dialects).find((known) => known.name === name);
  if (name !== undefined && dialect === undefined) throw new Error(`there is no dialect "${name}"`);
  return { createId: () => "made", ...options, dialect };
}

function idOf({ request, answer, events }: Wire): string | number {
  const envelope = request ?? answer?.body ?? events?.[0];
  const id = isJsonObject(envelope) ? envelope.id : undefined;
  return typeof id === "string" || typeof id === "number" ? id : "q-1";
}

function tableOf({ codec, form }: CorpusCase): OperationTable {
  if (form === undefined || codec.restForms === undefined) return codec.operations;
  return form === "proto" ? codec.restForms.fallback : codec.restForms.choose({ message: { kind: "message" } });
}

function replyOf(found: CorpusCase): Reply {
  const { codec, wire, binding } = found;
  return binding === "rest"
    ? restReply(exchangeOf({}), codec, optionsOf(found))
    : rpcReply(idOf(wire), codec, optionsOf(found));
}

function exchangeOf({ request = {} }: Wire): ServerRequest {
  const {
    method = "GET",
    path: target = "/",
    headers = {},
    body,
    text,
  } = request as {
    method?: string;
    path?: string;
    headers?: Record<string, string>;
    body?: JsonValue;
    text?: string;
  };
  const [path = "", query = ""] = target.split("?");
  return { method, path, query, headers, body: text ?? (body === undefined ? "" : JSON.stringify(body)) };
}
