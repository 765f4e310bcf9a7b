import { useMemo, useState } from "preact/hooks";
import { CopyButton, saveFile } from "../parts/copy-button.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { VirtualList } from "../parts/virtual-list.tsx";
import type { Exchange } from "../state/model.ts";
import { seen } from "../state/store.ts";
import { toCommand, toCurl } from "../wire/commands.ts";
import { toHar } from "../wire/har.ts";
import { operationOf } from "../wire/operation.ts";
import { spanOf } from "./timeline.tsx";

const ROW = 26;

/** Every request and response as it went over the wire. */
export function Wire() {
  const { model } = seen.value;
  // On a small screen it would leave little room for the rest.
  const [isOpen, setOpen] = useState(() => matchMedia("(min-width: 901px)").matches);
  const [selected, setSelected] = useState<number | undefined>(undefined);
  const exchanges = [...model.exchanges.values()];
  const shown = selected === undefined ? exchanges.at(-1) : exchanges[selected];
  return (
    <section class={isOpen ? "wire" : "wire closed"} aria-label="Wire">
      <div class="pane-head">
        <h2>Wire</h2>
        <span class="muted">
          {exchanges.length} {exchanges.length === 1 ? "request" : "requests"}
        </span>
        <span class="spring" />
        {isOpen && (
          <>
            <CopyButton label="Copy as curl" text={() => shown && toCurl(shown)} />
            <CopyButton label="Copy as a2a command" text={() => shown && toCommand(shown, model.connected)} />
            <button
              type="button"
              class="quiet"
              disabled={exchanges.length === 0}
              onClick={() =>
                saveFile("inspector.har", JSON.stringify(toHar(exchanges), undefined, 2), "application/json")
              }
            >
              Export HAR
            </button>
          </>
        )}
        <button type="button" class="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide" : "Show"}
        </button>
      </div>
      {isOpen && (
        <div class="wire-split">
          <VirtualList
            label="Requests"
            count={exchanges.length}
            rowHeight={ROW}
            selected={selected}
            follows={selected === undefined}
            onSelect={setSelected}
            row={(index) => <ExchangeRow exchange={exchanges[index]} />}
          />
          {shown && <ExchangeView key={shown.exchange} exchange={{ ...shown }} />}
        </div>
      )}
    </section>
  );
}

function ExchangeRow({ exchange }: { exchange: Exchange | undefined }) {
  if (exchange === undefined) return null;
  const { status, error, at, endedAt, url, method } = exchange;
  const { pathname, host } = new URL(url);
  const isBad = error !== undefined || (status ?? 200) >= 400;
  return (
    <span class="exchange">
      <span class={isBad ? "status bad" : "status"}>{status ?? (error === undefined ? "…" : "err")}</span>
      <span class="method">{method}</span>
      <span class="operation">{operationOf(exchange)?.shown ?? ""}</span>
      <span class="path" title={url}>
        {host}
        {pathname}
      </span>
      <span class="duration">{endedAt === undefined ? "open" : spanOf(endedAt - at)}</span>
    </span>
  );
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const [side, setSide] = useState<"request" | "response">("response");
  const isStream = /event-stream/.test(exchange.responseHeaders?.["content-type"] ?? "");
  const headers = side === "request" ? exchange.requestHeaders : (exchange.responseHeaders ?? {});
  return (
    <div class="exchange-view">
      <fieldset class="tabs" aria-label="Request or response">
        <button type="button" aria-pressed={side === "request"} onClick={() => setSide("request")}>
          Request
        </button>
        <button type="button" aria-pressed={side === "response"} onClick={() => setSide("response")}>
          Response
        </button>
        {exchange.error !== undefined && <span class="error">{exchange.error}</span>}
        {exchange.isCut && <span class="muted">longer than is recorded</span>}
      </fieldset>
      <Scroll kind="exchange-text" label={side === "request" ? "Request" : "Response"}>
        <p class="line">
          {side === "request" ? `${exchange.method} ${exchange.url}` : `HTTP ${exchange.status ?? "…"}`}
        </p>
        <details>
          <summary class="muted">{Object.keys(headers).length} headers</summary>
          {Object.entries(headers).map(([name, value]) => (
            <p key={name} class="line muted">
              <span class="json-name">{name}</span>: {value}
            </p>
          ))}
        </details>
        {side === "response" && isStream ? (
          <Frames exchange={exchange} />
        ) : (
          <Body
            text={side === "request" ? (exchange.requestBody ?? "") : exchange.body.map(({ text }) => text).join("")}
          />
        )}
      </Scroll>
    </div>
  );
}

/** How many pieces of a stream are shown; all of them are in the HAR. */
const MAX_PIECES = 200;

function Frames({ exchange: { body, at } }: { exchange: Exchange }) {
  const pieces = body.slice(-MAX_PIECES);
  return (
    <div class="frames">
      {body.length > pieces.length && <p class="muted">{body.length - pieces.length} earlier pieces</p>}
      {pieces.map(({ text, at: came }, index) => (
        <p key={index} class="line">
          <span class="delta">+{spanOf(came - at)}</span> {text.trim().slice(0, 4_000)}
        </p>
      ))}
    </div>
  );
}

function Body({ text }: { text: string }) {
  const value = useMemo(() => {
    try {
      return { json: JSON.parse(text) as unknown };
    } catch {
      return undefined;
    }
  }, [text]);
  if (text === "") return null;
  if (value === undefined) return <pre class="line">{text.slice(0, 100_000)}</pre>;
  return (
    <div class="part-json tall">
      <JsonView value={value.json} label="Body" />
    </div>
  );
}
