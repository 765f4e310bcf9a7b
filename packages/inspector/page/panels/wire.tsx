import { useState } from "preact/hooks";
import { CopyButton, saveFile } from "../parts/copy-button.tsx";
import { Empty } from "../parts/empty.tsx";
import { Icon } from "../parts/icons.tsx";
import { sizeOf } from "../parts/part-view.tsx";
import { spanOf } from "../parts/time.ts";
import { VirtualList } from "../parts/virtual-list.tsx";
import { type Exchange, exchangeAsOf } from "../state/model.ts";
import { asOf, isWireOpen, redraw, seen } from "../state/store.ts";
import { toCommand, toCurl } from "../wire/commands.ts";
import { toHar } from "../wire/har.ts";
import { operationOf } from "../wire/operation.ts";
import { ExchangeView } from "./exchange.tsx";

const ROW = 26;
const SOURCES = { calls: "Calls", background: "Background", runs: "Conformance" } as const;
type Source = keyof typeof SOURCES;

/** Every request and response as it went over the wire. */
export function Wire() {
  const { model } = seen.value;
  const isOpen = isWireOpen.value;
  const [source, setSource] = useState<Source>("calls");
  const [method, setMethod] = useState("");
  const [status, setStatus] = useState("");
  const [selected, setSelected] = useState<number | undefined>(undefined);
  const until = asOf.value;
  const all = [...model.exchanges.values()].flatMap((exchange) => exchangeAsOf(exchange, until) ?? []);
  const ofSource = all.filter((exchange) => sourceOf(exchange) === source);
  const exchanges = ofSource.filter(
    (exchange) => (method === "" || nameOf(exchange) === method) && (status === "" || statusOf(exchange) === status),
  );
  const index = exchanges.findIndex(({ exchange }) => exchange === selected);
  const shown = index < 0 ? exchanges.at(-1) : exchanges[index];
  const agent = shown && model.connections.get(shown.connection);
  return (
    <section class={isOpen ? "wire" : "wire closed"} aria-label="Wire">
      <div class="pane-head">
        <button type="button" class="wire-toggle" aria-expanded={isOpen} onClick={() => (isWireOpen.value = !isOpen)}>
          <Icon name="wire" />
          <h2>Wire</h2>
          <Icon name="down" />
        </button>
        <span class="muted figures">
          {all.length} {all.length === 1 ? "request" : "requests"}
        </span>
        {isOpen && (
          <>
            <fieldset class="tabs" aria-label="Source" hidden={!all.some((exchange) => sourceOf(exchange) !== "calls")}>
              {Object.entries(SOURCES).map(([name, label]) => {
                const count = all.filter((exchange) => sourceOf(exchange) === name).length;
                if (count === 0 && name !== "calls") return null;
                return (
                  <button
                    key={name}
                    type="button"
                    aria-pressed={source === name}
                    onClick={() => setSource(name as Source)} // a name of SOURCES
                  >
                    {label} <span class="figures">{count}</span>
                  </button>
                );
              })}
            </fieldset>
            <select aria-label="Method" value={method} onChange={({ currentTarget }) => setMethod(currentTarget.value)}>
              <option value="">Any method</option>
              {[...new Set(ofSource.map(nameOf))].sort().map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
            <select aria-label="Status" value={status} onChange={({ currentTarget }) => setStatus(currentTarget.value)}>
              <option value="">Any status</option>
              <option value="ok">Successful</option>
              <option value="failed">Failed</option>
              <option value="open">Open</option>
            </select>
            <span class="spring" />
            <CopyButton label="Copy as curl" text={() => shown && toCurl(shown)} />
            <CopyButton label="Copy as a2a command" text={() => shown && toCommand(shown, agent)} />
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
            <button
              type="button"
              class="quiet"
              disabled={all.length === 0}
              onClick={() => {
                model.clearExchanges();
                redraw();
              }}
            >
              Clear
            </button>
          </>
        )}
      </div>
      {isOpen && (
        <div class="wire-split">
          {exchanges.length === 0 ? (
            <Empty icon="wire" title="No requests">
              {ofSource.length === 0 ? "Every request to the agent appears here." : "No request matches the filters."}
            </Empty>
          ) : (
            <VirtualList
              label="Requests"
              count={exchanges.length}
              rowHeight={ROW}
              selected={index < 0 ? undefined : index}
              follows={index < 0}
              onSelect={(chosen) => setSelected(exchanges[chosen]?.exchange)}
              row={(each) => <ExchangeRow exchange={exchanges[each]} />}
            />
          )}
          {shown && <ExchangeView key={shown.exchange} exchange={{ ...shown }} />}
        </div>
      )}
    </section>
  );
}

function sourceOf({ cause }: Exchange): Source {
  if (cause && "run" in cause) return "runs";
  return cause && "background" in cause ? "background" : "calls";
}

function nameOf(exchange: Exchange): string {
  return operationOf(exchange)?.shown ?? exchange.method;
}

function statusOf({ error, status, endedAt }: Exchange): "ok" | "failed" | "open" {
  if (error !== undefined || (status ?? 0) >= 400) return "failed";
  return endedAt === undefined ? "open" : "ok";
}

function ExchangeRow({ exchange }: { exchange: Exchange | undefined }) {
  if (exchange === undefined) return null;
  const { status, grpcStatus = status, error, at, endedAt, url, method, size, requestBody = "" } = exchange;
  const { requestBytes = requestBody.length } = exchange;
  const { pathname, host } = new URL(url);
  return (
    <span class="exchange">
      <span class={statusOf(exchange) === "failed" ? "status bad" : "status"}>
        {grpcStatus ?? (error === undefined ? "…" : "err")}
      </span>
      <span class="method">{method}</span>
      <span class="operation">{operationOf(exchange)?.shown ?? ""}</span>
      <span class="path" title={url}>
        {host}
        {pathname}
      </span>
      <span class="size" title={`${sizeOf(requestBytes)} sent, ${sizeOf(size)} received`}>
        {sizeOf(size)}
      </span>
      <span class="duration">{endedAt === undefined ? "open" : spanOf(endedAt - at)}</span>
    </span>
  );
}
