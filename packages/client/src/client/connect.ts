import { otherReader, type VersionCodec } from "@a2a/bridge";
import { type Binding, type FetchedCard, selectInterface } from "@a2a/card";
import { fetchExchange, type HttpExchange } from "@a2a/http";
import { type AgentCard, isLocalError, LocalError } from "@a2a/types";
import { authorized } from "../auth/authorized.ts";
import { type Credential, chooseCredentials } from "../auth/credential.ts";
import { withBackgroundSends } from "../transports/background-sends.ts";
import { createTransport, type Endpoint, type Transport, type TransportOptions } from "../transports/transport.ts";
import { AgentClient } from "./agent-client.ts";
import { guessedEndpoints, offeredEndpoints, type Pins } from "./candidates.ts";
import type { ClientDefaults } from "./client-parts.ts";
import { describeEndpoint, EndpointMemory } from "./endpoint-memory.ts";
import { type FindCardOptions, findCard } from "./find-card.ts";
import { Line } from "./line.ts";
import { OwnOrigins } from "./own-origins.ts";
import { readAddress } from "./read-address.ts";

/** How to connect, whatever generations are at hand. */
export interface ConnectWithOptions extends ClientDefaults, FindCardOptions {
  /** The generations to speak; a pin is never loosened. */
  codecs: readonly VersionCodec[];
  /** The bindings to use; a pin is never loosened. Default: JSON-RPC and HTTP+JSON. */
  bindings?: readonly Binding[];
  /** Carries out the requests. Default: over `fetch`. */
  exchange?: HttpExchange;
  /** Headers of every request to the agent's own origins. */
  headers?: Readonly<Record<string, string>>;
  /** What proves who calls. It goes to the agent's own origins, and only for schemes that its card declares. */
  auth?: Credential | readonly Credential[];
  /** Further origins that are the agent's own: they get headers and credentials, and may be addresses that are not public. */
  origins?: readonly string[];
  /** The card, where it is known already: it is not fetched. */
  card?: AgentCard;
  /** Bounds on what the agent may answer. */
  limits?: Omit<TransportOptions, "otherReader">;
  /** Take a generation older than one the agent is known to have spoken. Default false. */
  allowDowngrade?: boolean;
  /** Called once, when the client is closed: lets go of what was made for it alone. */
  onClose?: () => Promise<void>;
}

/**
 * Finds an agent by its address, or takes its card, and settles on what both sides speak. A card that is missing or wrong is no
 * obstacle: what the agent really speaks is found out within the pins, by calls that change nothing, and `describe()` tells. Rejects
 * with `NO_COMMON_INTERFACE` when there is nothing both sides speak.
 */
export async function connectWith(agent: string | URL | AgentCard, options: ConnectWithOptions): Promise<AgentClient> {
  const { codecs, bindings = ["JSONRPC", "HTTP+JSON"], signal } = options;
  if (codecs.length === 0 || bindings.length === 0) {
    throw new LocalError("CONFIG", "nothing to speak: name at least one version and one binding");
  }
  const given = typeof agent === "string" || agent instanceof URL ? options.card : agent;
  const address = given === agent ? undefined : readAddress(agent as string | URL); // what is no card is an address
  const own = new OwnOrigins(address ?? given?.supportedInterfaces[0]?.url, options.origins);
  const plain = own.withHeaders(options.exchange ?? fetchExchange(), options.headers);
  const notes: string[] = [];
  const found = given || address === undefined ? undefined : await findCard(address, plain, codecs, options, notes);
  const card = given ?? found?.card;
  const exchange = prove(plain, own, card, options, notes);
  const pins = { codecs, bindings };
  const base = baseOf(address, found);
  const refused: LocalError[] = [];
  const mayCall = ({ url }: Endpoint) => {
    const refusal = own.refusal(url);
    if (refusal) refused.push(refusal);
    return refusal === undefined;
  };
  const offered = card ? offeredEndpoints(card, found?.url ?? base, pins).filter(mayCall) : [];
  const guessed = guessedEndpoints(card, base, offered, pins).filter(mayCall);
  const all = [...offered, ...guessed];
  const pinned = [...codecs.map(({ version }) => version), ...bindings];
  const memory = new EndpointMemory(address ?? all[0]?.url ?? "", pinned, offered, options.memory);
  const recalled = memory.recall(all);
  const [first, ...others] = recalled ? [recalled, ...all.filter((endpoint) => endpoint !== recalled)] : all;
  if (first === undefined) throw refused[0] ?? nothingNamed(card, pins);
  notes.push(...new Set(refused.map(({ message }) => message)));
  if (recalled && recalled !== offered[0]) notes.push(`known from before: ${describeEndpoint(recalled)}`);
  const line = new Line({
    candidates: [first, ...others],
    open: (endpoint) => open(endpoint, exchange, options, notes),
    exchange,
    memory,
    allowDowngrade: options.allowDowngrade ?? false,
    notes,
    offered: card ? offersOf(card) : "the agent has no card that can be read",
  });
  // What a card offers is tried by the first call; where it offers nothing that fits, what there is has to be found out now.
  if (offered.length === 0 && !recalled) {
    await line.settle(signal).catch((error: unknown) => {
      throw isLocalError(error, "NO_COMMON_INTERFACE") ? (refused[0] ?? error) : error;
    });
  }
  const { onClose } = options;
  return new AgentClient({ card: card ?? unknownAgent(first.url), line, notes, defaults: options, onClose });
}

/** The exchange with credentials, for those of the card's schemes that they fit. */
function prove(
  exchange: HttpExchange,
  own: OwnOrigins,
  card: AgentCard | undefined,
  { auth = [] }: ConnectWithOptions,
  notes: string[],
): HttpExchange {
  const credentials = [auth].flat();
  if (credentials.length === 0) return exchange;
  const chosen = card ? chooseCredentials(card, credentials) : [];
  if (chosen.length === 0) notes.push("credentials are not sent: the card declares no scheme that they fit");
  return authorized(exchange, { chosen, isOwn: (url) => own.has(url) });
}

function open(
  endpoint: Endpoint,
  exchange: HttpExchange,
  { codecs, limits }: ConnectWithOptions,
  notes: string[],
): Transport {
  const detect = otherReader(endpoint.codec, codecs);
  const reader: typeof detect = (answer) => {
    const codec = detect(answer);
    const note = `${describeEndpoint(endpoint)} answers in the form of ${codec?.version}`;
    if (codec && !notes.includes(note)) notes.push(note);
    return codec;
  };
  const transport = createTransport(endpoint, exchange, { ...limits, otherReader: reader });
  return endpoint.codec.clientTaskIds ? withBackgroundSends(transport) : transport;
}

/** The address below which an agent lives, be it that of its card. */
function baseOf(address: string | undefined, found: FetchedCard | undefined): string | undefined {
  const known = address ?? found?.url;
  return known?.replace(/\/(\.well-known\/[^/]*|[^/]*\.json)$/, "/");
}

function offersOf({ supportedInterfaces }: AgentCard): string {
  const offers = supportedInterfaces.map((entry) => `${entry.protocolVersion} over ${entry.protocolBinding}`);
  return `the agent's card offers ${[...new Set(offers)].slice(0, 20).join(", ") || "nothing"}`;
}

/** There is not even an address to try: what the card lists has none. */
function nothingNamed(card: AgentCard | undefined, { codecs, bindings }: Pins): LocalError {
  try {
    if (card) selectInterface(card, { versions: codecs.map(({ version }) => version), bindings });
  } catch (error) {
    if (isLocalError(error)) return error;
  }
  return new LocalError("NO_COMMON_INTERFACE", "no common interface: the card names no address that can be called");
}

/** What is known of an agent without a card: next to nothing. */
function unknownAgent(url: string): AgentCard {
  return {
    name: new URL(url).host,
    description: "",
    supportedInterfaces: [{ url, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
    version: "",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}
