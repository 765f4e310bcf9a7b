import { isEventStream } from "@a2a/bridge";
import { decodeSse } from "@a2a/bridge/sse";
import { discard, type HttpResponse } from "@a2a/http";
import type { TestedEndpoint } from "../conformance/tested-endpoint.ts";
import { error, type Symptom, warning } from "./symptom.ts";

/** A stream that takes longer than this and arrives at once was held back on the way. */
const HELD_BACK_MS = 500;

/** Sends a message and watches how its stream arrives: at all, as an event stream, and event by event. */
export async function tryStream(endpoint: TestedEndpoint, url: string, signal: AbortSignal): Promise<Symptom[]> {
  const { version } = endpoint.codec;
  const where = `a stream of ${version} over ${endpoint.binding} at ${url}`;
  try {
    const response = await endpoint.openStream("sendStreamingMessage", { message: endpoint.message() });
    if (!isEventStream(response.headers["content-type"])) {
      discard(response);
      const type = response.headers["content-type"] ?? "no media type";
      const advice = "Answer with text/event-stream, or declare capabilities.streaming as false.";
      return [error("stream/not-sse", `${where}: HTTP ${response.status} with ${type}`, advice)];
    }
    const altered = proxies(response, where);
    if (altered === undefined) return await arrivals(response, where);
    discard(response);
    return [altered];
  } catch (problem) {
    signal.throwIfAborted();
    const what = problem instanceof Error ? problem.message : String(problem);
    return [
      error("stream/failed", `${where}: ${what}`, "Check the agent's log, and the timeouts of proxies in front of it."),
    ];
  }
}

/** Headers that only a proxy adds, and that keep events from arriving one by one. */
function proxies({ headers }: HttpResponse, where: string): Symptom | undefined {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined) {
    const advice = "Exclude text/event-stream from compression: compressors hold events back.";
    return error("stream/compressed", `${where} is compressed with ${encoding}, which nobody asked for`, advice);
  }
  return headers["content-length"] === undefined ? undefined : buffered(`${where} has a Content-Length`);
}

async function arrivals(response: HttpResponse, where: string): Promise<Symptom[]> {
  const started = performance.now();
  const times: number[] = [];
  for await (const _ of decodeSse(response.body)) times.push(performance.now() - started);
  if (times.length === 0) {
    return [error("stream/empty", `${where} ends without an event`, "Send at least the task and its final status.")];
  }
  const [first = 0] = times;
  const total = performance.now() - started;
  const isHeldBack = times.length > 2 && first > HELD_BACK_MS && total - first < first / 10;
  return isHeldBack
    ? [buffered(`all ${times.length} events of ${where} arrived together after ${Math.round(first)} ms`)]
    : [];
}

function buffered(message: string): Symptom {
  return warning("stream/buffered", message, "Turn response buffering off in the proxy (nginx: proxy_buffering off).");
}
