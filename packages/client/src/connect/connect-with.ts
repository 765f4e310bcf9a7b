import { type BindingName, otherReader, type VersionCodec } from "@a2a/bridge";
import { bindingOf, type FetchedCard } from "@a2a/card";
import { discard, fetchClient, type HttpClient } from "@a2a/http";
import { type AgentCard, isLocalError, LocalError } from "@a2a/types";
import { checkRuntime } from "@a2a/types/internal";
import { authorized } from "../auth/authorized.ts";
import { type Credential, chooseCredentials } from "../auth/credential.ts";
import { explained } from "../auth/explained.ts";
import { AgentClient } from "../client/agent-client.ts";
import type { ClientDefaults } from "../client/client-parts.ts";
import { readAddress } from "../client/read-address.ts";
import { adaptiveTransport, describeDeviations } from "../endpoint/adaptive-transport.ts";
import { guessedEndpoints, offeredEndpoints, type Pins } from "../endpoint/candidates.ts";
import { describeEndpoint, EndpointMemory } from "../endpoint/endpoint-memory.ts";
import { EndpointSelector } from "../endpoint/endpoint-selector.ts";
import { type FindCardOptions, findCard, NO_CARD } from "../endpoint/find-card.ts";
import { OwnOrigins } from "../endpoint/own-origins.ts";
import { withBackgroundSends } from "../transports/background-sends.ts";
import type { ClientBinding, DialOptions, OpenOptions } from "../transports/binding.ts";
import { httpJson } from "../transports/http-json.ts";
import { jsonRpc } from "../transports/json-rpc.ts";
import type { Endpoint, Transport, TransportOptions } from "../transports/transport.ts";
import { whenLoaded } from "../transports/when-loaded.ts";

/** How to connect with the protocol versions that are passed in. */
export interface ConnectWithOptions extends ClientDefaults, FindCardOptions {
  /** The protocol versions to use; a pin is never relaxed. */
  codecs: readonly VersionCodec[];
  /** The bindings to use, by name or as values; a pin is never loosened. Default: JSON-RPC and HTTP+JSON. */
  bindings?: readonly (BindingName | ClientBinding)[];
  /** Carries out the requests. Default: over `fetch`. */
  http?: HttpClient;
  /** Headers of every request to the agent's own origins. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Credentials. They go to the agent's own origins only, and only for security schemes that its card declares; `bearer` has an option
   * for agents that declare none. An error 401 says why credentials were not sent.
   */
  auth?: Credential | readonly Credential[];
  /** Further origins of the agent: they get headers and credentials, and need not be public. */
  origins?: readonly string[];
  /** The card, to use instead of fetching it. */
  card?: AgentCard;
  /** Limits on responses. */
  limits?: Omit<TransportOptions, "otherReader">;
  /** Accept an older protocol version than in earlier connections. Default false. */
  allowDowngrade?: boolean;
  /** Called once, when the client is closed. */
  onClose?: () => Promise<void>;
  /** Loads a binding that comes with a package of its own, by name. Rejects with a sentence that says what to install. */
  findBinding?: (name: BindingName) => Promise<ClientBinding | undefined>;
  /** How bindings connect that do not use `http`. */
  dial?: Omit<DialOptions, "onClose">;
}

/**
 * Connects to an agent by URL or card and negotiates protocol version and binding. If the card is missing or wrong, the agent is
 * probed within the pins, by calls without side effects; `describe()` says what was found. Rejects with `NO_COMMON_INTERFACE` when
 * the two sides have no version and binding in common.
 */
export async function connectWith(agent: string | URL | AgentCard, options: ConnectWithOptions): Promise<AgentClient> {
  checkRuntime();
  const { codecs, signal, findBinding } = options;
  const pinned =
    options.bindings && (await Promise.all(options.bindings.map((each) => bindingNamed(each, findBinding))));
  if (codecs.length === 0 || pinned?.length === 0) {
    throw new LocalError("CONFIG", "`versions` and `bindings` must each name at least one");
  }
  const given = typeof agent === "string" || agent instanceof URL ? options.card : agent;
  const address = given === agent ? undefined : readAddress(agent as string | URL); // not a card
  const own = new OwnOrigins(address ?? given?.supportedInterfaces[0]?.url, options.origins);
  const plain = own.withHeaders(options.http ?? fetchClient(), options.headers);
  const notes: string[] = [];
  const note = (line: string): void => {
    if (!notes.includes(line)) notes.push(line);
  };
  const found =
    given || address === undefined
      ? undefined
      : await findCard(address, forCard(own, plain, options), codecs, options, notes);
  const card = given ?? found?.card;
  const bindings = pinned ?? (await usableBindings(card, findBinding, note));
  const { around, withheld } = prove(own, card, options, notes);
  const http = around(plain);
  const pins = { codecs, bindings };
  const base = baseOf(address, found);
  const refused: LocalError[] = [];
  const mayCall = ({ url }: Endpoint) => {
    const refusal = own.refusal(url);
    if (refusal) refused.push(refusal);
    return refusal === undefined;
  };
  const listed = card ? offeredEndpoints(card, found?.url ?? base, pins) : [];
  for (const { binding, url } of listed) if (binding.ownPort) own.adopt(url);
  const offered = listed.filter(mayCall);
  const guessed = guessedEndpoints(card, base, offered, pins).filter(mayCall);
  const all = [...offered, ...guessed];
  const allowed = [...codecs.map(({ version }) => version), ...bindings.map(({ name }) => name)];
  const memory = new EndpointMemory(address ?? all[0]?.url ?? "", allowed, offered, options.memory);
  const recalled = memory.recall(all);
  const theirs = card ? offersOf(card) : `the agent has no readable card${whyNoCard(notes)}`;
  const sides = `no common interface: ${theirs}; this client supports ${supportOf(pins)}`;
  const [first, ...others] = recalled ? [recalled, ...all.filter((endpoint) => endpoint !== recalled)] : all;
  if (first === undefined) throw refused[0] ?? new LocalError("NO_COMMON_INTERFACE", sides);
  notes.push(...new Set(refused.map(({ message }) => message)));
  if (recalled && recalled !== offered[0])
    notes.push(`remembered from an earlier connection: ${describeEndpoint(recalled)}`);
  const closers = new Set<() => void>();
  const dial = { ...options.dial, onClose: (close: () => void) => void closers.add(close) };
  const withHeaders = (base: HttpClient) => around(own.withHeaders(base, options.headers));
  const means = { http, around: withHeaders, dial };
  const selector = new EndpointSelector({
    candidates: [first, ...others],
    open: (endpoint) =>
      whenLoaded(endpoint, () =>
        adaptiveTransport(endpoint, { open: (adapted) => open(adapted, means, options, note), memory, note }),
      ),
    http,
    memory,
    allowDowngrade: options.allowDowngrade ?? false,
    note,
    sides,
  });
  // An offered endpoint is proven by the first call; without one the search happens now.
  if (offered.length === 0 && !recalled) {
    await selector.settle(signal).catch((error: unknown) => {
      throw isLocalError(error, "NO_COMMON_INTERFACE") ? (refused[0] ?? error) : error;
    });
  }
  const onClose = async () => {
    for (const close of closers) close();
    await options.onClose?.();
  };
  return new AgentClient({
    card: card ?? unknownAgent(first),
    calls: withheld ? explained(selector, ({ url }) => withheld(url)) : selector,
    notes,
    deviations: () => describeDeviations(selector.endpoint, memory.deviationsOf(selector.endpoint)),
    defaults: options,
    onClose,
  });
}

/** A client for the request of the card. Where that is not public, it gets the credentials that need no declaration. */
function forCard(own: OwnOrigins, http: HttpClient, { auth = [] }: ConnectWithOptions): HttpClient {
  const chosen = chooseCredentials(undefined, [auth].flat());
  if (chosen.length === 0) return http;
  const proving = authorized(http, { chosen, isOwn: (url) => own.has(url), origin: own.address });
  return async (request) => {
    const response = await http(request);
    if (response.status !== 401 && response.status !== 403) return response;
    discard(response);
    return proving(request);
  };
}

/** Makes HTTP clients send the credentials which fit the schemes of the card, and says why others are withheld from a URL. */
function prove(
  own: OwnOrigins,
  card: AgentCard | undefined,
  { auth = [] }: ConnectWithOptions,
  notes: string[],
): { readonly around: (http: HttpClient) => HttpClient; readonly withheld?: (url: string) => string | undefined } {
  const credentials = [auth].flat();
  const names = credentials.map(({ name }) => name).join(" and ");
  if (credentials.length === 0) return { around: (http) => http };
  const chosen = chooseCredentials(card, credentials);
  const isOwn = (url: string) => own.has(url);
  if (chosen.length === 0) notes.push("credentials are not sent: the card declares no matching security scheme");
  return {
    around: (http) => authorized(http, { chosen, isOwn, origin: own.address }),
    withheld(url) {
      if (!isOwn(url))
        return `the ${names} was not sent to ${new URL(url).origin}: pass that in \`origins\` to send it there`;
      if (chosen.length > 0) return undefined;
      const schemes = Object.keys(card?.securitySchemes ?? {});
      const declared = schemes.length > 0 ? `only ${schemes.slice(0, 10).join(", ")}` : "no security scheme";
      return `the ${names} was not sent: the agent's card declares ${declared}`;
    },
  };
}

function open(
  endpoint: Endpoint,
  means: Pick<OpenOptions, "http" | "around" | "dial">,
  { codecs, limits }: ConnectWithOptions,
  note: (line: string) => void,
): Transport {
  const detect = otherReader(endpoint.codec, codecs);
  const reader: typeof detect = (answer) => {
    const codec = detect(answer);
    if (codec) note(`${describeEndpoint(endpoint)} answers in the form of ${codec.version}`);
    return codec;
  };
  const transport = endpoint.binding.open(endpoint, { ...limits, ...means, otherReader: reader });
  return endpoint.codec.clientTaskIds ? withBackgroundSends(transport) : transport;
}

/** The URL below which an agent lives, if that of its card was given. */
function baseOf(address: string | undefined, found: FetchedCard | undefined): string | undefined {
  const known = address ?? found?.url;
  const [path = ""] = known?.split("?", 1) ?? [];
  const base = path.replace(/\/(\.well-known\/[^/]*|[^/]*\.json)$/, "/");
  return base === path ? known : base; // the query of a card is not part of the agent's URL
}

function offersOf({ supportedInterfaces }: AgentCard): string {
  const offers = supportedInterfaces.map((entry) => `${entry.protocolVersion} over ${entry.protocolBinding}`);
  return `the agent's card offers ${[...new Set(offers)].slice(0, 20).join(", ") || "nothing"}`;
}

function supportOf({ codecs, bindings }: Pins): string {
  const supported = bindings.map(({ name }) => {
    const versions = codecs.filter((codec) => codec.bindings.includes(name)).map(({ version }) => version);
    return `${versions.join(", ") || "nothing"} over ${name}`;
  });
  return supported.join(" and ");
}

/** Why the card could not be read, as `findCard` noted it. */
function whyNoCard(notes: readonly string[]): string {
  const note = notes.find((line) => line.startsWith(NO_CARD));
  return note === undefined ? "" : ` (${note.slice(NO_CARD.length, 300)})`;
}

/** A minimal card for an agent that has none. */
function unknownAgent({ url, binding, codec }: Endpoint): AgentCard {
  return {
    name: new URL(url).host,
    description: "",
    supportedInterfaces: [{ url, protocolBinding: binding.name, protocolVersion: codec.version }],
    version: "",
    capabilities: { streaming: true },
    defaultInputModes: ["text/plain"],
    defaultOutputModes: ["text/plain"],
    skills: [],
  };
}

const KNOWN_BINDINGS: readonly ClientBinding[] = [jsonRpc, httpJson];

type FindBinding = ConnectWithOptions["findBinding"];

async function bindingNamed(binding: BindingName | ClientBinding, find: FindBinding): Promise<ClientBinding> {
  if (typeof binding !== "string") return binding;
  const known = KNOWN_BINDINGS.find(({ name }) => name === binding) ?? (await find?.(binding));
  if (known) return known;
  const supported = KNOWN_BINDINGS.map(({ name }) => name).join(", ");
  throw new LocalError(
    "CONFIG",
    `binding "${binding}" is not supported; supported: ${supported}, or a \`ClientBinding\``,
  );
}

/** The bindings that are known, and one that a card prefers, or offers alone, if its package is installed. */
async function usableBindings(
  card: AgentCard | undefined,
  find: FindBinding,
  note: (line: string) => void,
): Promise<readonly ClientBinding[]> {
  const offered = card?.supportedInterfaces.map(({ protocolBinding }) => bindingOf(protocolBinding)) ?? [];
  const isKnown = (name: BindingName | undefined) => KNOWN_BINDINGS.some((known) => known.name === name);
  const wanted = offered.find((name) => name !== undefined);
  if (wanted === undefined || isKnown(wanted)) return KNOWN_BINDINGS;
  try {
    const found = await find?.(wanted);
    return found ? [...KNOWN_BINDINGS, found] : KNOWN_BINDINGS;
  } catch (error) {
    // Another binding will do, if there is one.
    if (!isLocalError(error, "CONFIG") || !offered.some(isKnown)) throw error;
    note(`the card prefers ${wanted}: ${error.message}`);
    return KNOWN_BINDINGS;
  }
}
