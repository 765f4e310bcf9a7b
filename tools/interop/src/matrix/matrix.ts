import { type ConnectOptions, connect } from "@a2a/client";
import { columns } from "./columns.ts";
import { cardOffering, withCard } from "./lying-card.ts";
import { serveOurs } from "./our-server.ts";
import type { MatrixPeer } from "./peer.ts";
import { serveSdk0_2, serveSdk0_3, serveSdk1_0 } from "./sdk-servers.ts";

/** An agent, and how it is called. */
export interface MatrixRow {
  readonly name: string;
  readonly open: () => Promise<MatrixPeer>;
  readonly options?: ConnectOptions;
  /** Expected failures by column, with the reason. These must fail. */
  readonly lacks?: Readonly<Record<string, string>>;
}

/** The results of one row. */
export interface MatrixResult {
  readonly name: string;
  /** The negotiated version and binding. */
  readonly spoken: string;
  /** `works`, or why not, by column. */
  readonly cells: Readonly<Record<string, string>>;
}

const rest: ConnectOptions = { bindings: ["HTTP+JSON"] };

/** Every agent that is tried. */
const rows: readonly MatrixRow[] = [
  { name: "our server, 1.0", open: () => serveOurs("1.0") },
  { name: "our server, 1.0", open: () => serveOurs("1.0"), options: rest },
  { name: "our server, 0.3", open: () => serveOurs("0.3") },
  { name: "our server, 0.3", open: () => serveOurs("0.3"), options: rest },
  { name: "our server, 0.2", open: () => serveOurs("0.2") },
  { name: "our server, 0.1", open: () => serveOurs("0.1") },
  { name: "@a2a-js/sdk 0.2.5", open: serveSdk0_2, lacks: { push: "the server has no webhooks" } },
  { name: "@a2a-js/sdk 0.3.14", open: serveSdk0_3 },
  { name: "@a2a-js/sdk 0.3.14", open: serveSdk0_3, options: rest },
  { name: "@a2a-js/sdk 1.3.0", open: () => serveSdk1_0() },
  { name: "@a2a-js/sdk 1.3.0", open: () => serveSdk1_0(), options: rest },
  {
    name: "our 0.3 server, card says 1.0",
    open: async () => withCard(await serveOurs("0.3"), cardOffering("1.0", "JSONRPC", "/a2a")),
  },
  {
    name: "our 1.0 server, card says 0.3",
    open: async () => withCard(await serveOurs("1.0"), cardOffering("0.3", "JSONRPC", "/a2a")),
  },
  {
    name: "our 0.1 server, card says 1.0",
    open: async () => withCard(await serveOurs("0.1"), cardOffering("1.0", "JSONRPC", "/a2a")),
  },
  {
    name: "our 1.0 server, card names a wrong address",
    open: async () => withCard(await serveOurs("1.0"), cardOffering("1.0", "JSONRPC", "/gone")),
  },
  {
    name: "our 1.0 server, card names an address of another binding",
    open: async () => withCard(await serveOurs("1.0"), cardOffering("1.0", "HTTP+JSON", "/gone")),
    options: { bindings: ["JSONRPC"] },
  },
  { name: "our 0.2 server, no card", open: async () => withCard(await serveOurs("0.2"), undefined) },
  {
    name: "@a2a-js/sdk 0.3.14, card says 1.0",
    open: async () => withCard(await serveSdk0_3(), cardOffering("1.0", "JSONRPC", "/rpc")),
  },
  {
    name: "@a2a-js/sdk 1.3.0, card says 0.3",
    open: async () => withCard(await serveSdk1_0(), cardOffering("0.3", "JSONRPC", "/rpc")),
  },
];

/** Tries everything with every agent, a few of them side by side. */
export async function tryAll(): Promise<MatrixResult[]> {
  const results: MatrixResult[] = [];
  const waiting = rows.entries();
  const work = async () => {
    for (const [index, row] of waiting) results[index] = await tryRow(row);
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return results;
}

/** Tries everything with one agent. */
export async function tryRow({ name, open, options, lacks = {} }: MatrixRow): Promise<MatrixResult> {
  await using peer = await open();
  const client = await connect(peer.url, { pollIntervalMs: 20, retryDelayMs: 5, memory: new Map(), ...options });
  const cells: Record<string, string> = {};
  for (const [column, attempt] of Object.entries(columns)) {
    const failure = await attempt(client, peer).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const known = lacks[column];
    if (failure === undefined)
      cells[column] = known === undefined ? "works" : "works, although it is listed as lacking";
    else cells[column] = known ?? `fails: ${failure}`;
  }
  const { version, binding } = client.describe();
  return { name, spoken: `${version} over ${binding}`, cells };
}
