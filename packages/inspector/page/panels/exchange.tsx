import { useMemo, useState } from "preact/hooks";
import { JsonBlock } from "../parts/json-view.tsx";
import { sizeOf } from "../parts/part-view.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { spanOf } from "../parts/time.ts";
import { type Exchange, isGrpc } from "../state/model.ts";
import { eventWords, unwrap } from "../wire/envelope.ts";
import { framesOf, framesOfMessages, type SseFrame } from "../wire/sse.ts";

/** One request and its response, formatted or as they were sent. */
export function ExchangeView({ exchange }: { exchange: Exchange }) {
  const [side, setSide] = useState<"request" | "response">("response");
  const [isRaw, setRaw] = useState(false);
  const pieces = exchange.body;
  const isMessages = isGrpc(exchange);
  const isStream = isMessages || /event-stream/.test(exchange.responseHeaders?.["content-type"] ?? "");
  const isRequest = side === "request";
  const headers = isRequest ? exchange.requestHeaders : (exchange.responseHeaders ?? {});
  const text = isRequest
    ? (exchange.requestBody ?? "")
    : pieces.map((piece) => piece.text).join(isMessages ? "\n" : "");
  const size = isMessages ? (isRequest ? (exchange.requestBytes ?? 0) : exchange.size) : text.length;
  const status = isMessages ? `gRPC ${exchange.grpcStatus ?? "…"}` : `HTTP ${exchange.status ?? "…"}`;
  return (
    <div class="exchange-view">
      <div class="exchange-head">
        <fieldset class="tabs" aria-label="Request or response">
          <button type="button" aria-pressed={isRequest} onClick={() => setSide("request")}>
            Request
          </button>
          <button type="button" aria-pressed={!isRequest} onClick={() => setSide("response")}>
            Response
          </button>
        </fieldset>
        <span class="muted figures">{sizeOf(size)}</span>
        {exchange.isCut && <span class="muted">longer than is recorded</span>}
        <span class="spring" />
        <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          Raw
        </button>
      </div>
      <Scroll kind="exchange-text" label={isRequest ? "Request" : "Response"}>
        {exchange.error !== undefined && <p class="error">{exchange.error}</p>}
        <p class="line strong">{isRequest ? `${exchange.method} ${exchange.url}` : status}</p>
        <details>
          <summary class="muted">{Object.keys(headers).length} headers</summary>
          {Object.entries(headers).map(([name, value]) => (
            <p key={name} class="line">
              <span class="json-name">{name}</span>: {value}
            </p>
          ))}
        </details>
        {isRaw ? (
          <pre class="line">{text.slice(0, 100_000)}</pre>
        ) : !isRequest && isStream ? (
          <Frames pieces={pieces} from={exchange.at} isMessages={isMessages} />
        ) : (
          <Body text={text} />
        )}
      </Scroll>
    </div>
  );
}

/** How many events of a stream are shown; all of them are in the HAR. */
const MAX_FRAMES = 200;

function Frames({ pieces, from, isMessages }: { pieces: Exchange["body"]; from: number; isMessages: boolean }) {
  const all = useMemo(() => (isMessages ? framesOfMessages(pieces) : framesOf(pieces)), [pieces.length]);
  const shown = all.slice(-MAX_FRAMES);
  return (
    <div class="frames">
      {all.length > shown.length && <p class="muted">{all.length - shown.length} earlier events</p>}
      {shown.map((frame, index) => (
        <FrameView key={all.length - shown.length + index} frame={frame} from={from} />
      ))}
    </div>
  );
}

function FrameView({ frame: { at, id, event, data, isComment, bytes }, from }: { frame: SseFrame; from: number }) {
  const body = useMemo(() => (isComment ? undefined : unwrap(data)), [data, isComment]);
  const [isOpen, setOpen] = useState(false);
  const head = (
    <>
      <span class="delta">+{spanOf(at - from)}</span>
      <span class="seq">{id === undefined ? "" : `#${id}`}</span>
    </>
  );
  if (isComment) {
    return (
      <p class="frame muted">
        {head}: {data.slice(0, 200)}
      </p>
    );
  }
  return (
    <details class="frame" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {head}
        <span class={body?.isError ? "error" : "frame-words"}>
          {event !== undefined && `${event} · `}
          {(body && eventWords(body.value)) || body?.label || data.slice(0, 80)}
        </span>
        <span class="size">{sizeOf(bytes ?? data.length)}</span>
      </summary>
      {isOpen &&
        (body ? <JsonBlock value={body.value} label="Event" /> : <pre class="line">{data.slice(0, 4_000)}</pre>)}
    </details>
  );
}

function Body({ text }: { text: string }) {
  const body = useMemo(() => unwrap(text), [text]);
  if (text === "") return null;
  if (body === undefined) return <pre class="line">{text.slice(0, 100_000)}</pre>;
  return (
    <>
      {body.label !== undefined && <p class={body.isError ? "line error" : "line muted"}>JSON-RPC {body.label}</p>}
      <JsonBlock value={body.value} label="Body" />
    </>
  );
}
