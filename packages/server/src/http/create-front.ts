import type { BindingName, CodecOptions, VersionCodec } from "@a2a/bridge";
import type { CardHandler } from "@a2a/card/handler";
import { type AgentCard, compareVersions, type Principal, silentLogger } from "@a2a/types";
import { anonymous, ownerOf } from "../auth/authenticate.ts";
import { anyOf } from "../auth/authenticator.ts";
import { Answers } from "../budgets/answers.ts";
import type { QuotaOwner } from "../budgets/budget.ts";
import { HeavyWork } from "../budgets/heavy-work.ts";
import type { Perform, Reservation } from "../calls/call.ts";
import { isBelow, relativePath, trimSlash } from "../util/base-path.ts";
import { checkList } from "../util/check-list.ts";
import type { CallParts } from "./answer-call.ts";
import type { BindingContext, HttpBinding } from "./bindings/binding.ts";
import { httpJsonBinding } from "./bindings/http-json.ts";
import { jsonRpcBinding } from "./bindings/json-rpc.ts";
import { Bodies } from "./bodies.ts";
import { type CallPort, callPort } from "./call-port.ts";
import { createHandle } from "./handle.ts";
import type { HttpOptions } from "./http-options.ts";
import { httpGate } from "./http-rules.ts";
import type { Handle } from "./incoming-request.ts";
import { createRouter, DOCUMENTS, JWKS } from "./route.ts";
import { basePathOf, Sites } from "./site/sites.ts";

/** How requests are read and answered, and how much of them is kept. */
export interface FrontOptions extends Omit<HttpOptions, "basePath" | "baseUrl"> {
  /** The protocol versions to serve. */
  codecs: readonly VersionCodec[];
  /** Codecs whose callers are recognized, if only to be refused. Default: those served. */
  knownCodecs?: readonly VersionCodec[] | undefined;
  /** The public keys of signed webhooks, served at `/.well-known/jwks.json`. */
  jwks?: object | undefined;
  /**
   * Reserves memory for a request with a large body before the body is read; the call carries what is returned. Throws when there is no
   * room. `owner` is the caller, if callers are identified.
   */
  reserve?: ((bytes: number, owner: string | undefined) => Reservation) | undefined;
  /** Whether `tokenOf` knows the bearer tokens of callers. Default false. */
  keepsTokens?: boolean | undefined;
}

/** Performs the calls of one mount point. */
export interface Backend extends Pick<HttpOptions, "basePath" | "baseUrl"> {
  /** The card to serve. */
  readonly card: AgentCard;
  readonly perform: Perform;
  readonly resolveAlias: BindingContext["resolveAlias"];
  /** Whether the card names an address of its author's own, so that no mount path of a framework is added. */
  readonly isAddressed?: boolean;
  /** Answers requests for the card instead, if it has an answer. */
  readonly cards?: CardHandler | undefined;
  /** Signs the card before it is served. */
  readonly signCard?: ((card: AgentCard) => Promise<AgentCard>) | undefined;
  /** Whether callers should use another server. */
  readonly isStopping?: () => boolean;
}

/** A backend that answers requests. */
export interface BackendHandler {
  readonly handle: Handle;
  /** Carries out calls of bindings that are not over HTTP requests and responses, such as gRPC. */
  readonly calls: CallPort;
  /** `basePath` and `mount` without a slash at the end. */
  readonly paths: { readonly base: string; readonly mount: string };
  /** Whether a path is the backend's. */
  owns(method: string, path: string, mountPath?: string): boolean;
}

/**
 * The HTTP side of a server, without the agent: rules of HTTP, authentication, bindings, protocol versions, and the budgets for bodies
 * and answers, which all backends behind it share.
 */
export interface Front {
  /** The protocol versions served, newest first. */
  readonly codecs: readonly [VersionCodec, ...VersionCodec[]];
  /** Answers the requests for a backend. */
  host(backend: Backend): BackendHandler;
}

/** The HTTP side of a server for any number of backends. Throws a `TypeError` for options that do not fit together. */
export function createFront(options: FrontOptions): Front {
  const codecs = newestFirst(options.codecs);
  const { knownCodecs = codecs, security = {}, limits = {}, auth, logger = silentLogger, jwks } = options;
  const bindings = bindingsOf(options);
  const codecOptions: CodecOptions = {
    strict: options.strict ?? false,
    ...(options.dialect && { dialect: options.dialect }),
  };
  const router = createRouter(options, codecs, jwks ? new Set([...DOCUMENTS, JWKS]) : DOCUMENTS);
  const heavy = new HeavyWork();
  const owner = security.ownerOf ?? ownerOf;
  // Without credentials all callers are one, so budgets are not shared out.
  const isAnonymous = !auth && !security.authenticate;
  const quotaOwner = (caller: Principal) => (isAnonymous ? undefined : owner(caller));
  const shared = {
    bodies: new Bodies(limits, heavy, quotaOwner),
    answers: new Answers(limits, heavy, quotaOwner),
    reserve: options.reserve && reservation(options.reserve, quotaOwner),
    heavy,
    authenticate: security.authenticate ?? (auth ? anyOf(auth, { keepsTokens: options.keepsTokens }) : anonymous),
    router,
    gate: httpGate(security),
    jwks,
    logger,
    metrics: options.metrics,
  };
  return {
    codecs,
    host(backend) {
      const { card, perform, resolveAlias, cards, isStopping = () => false } = backend;
      const located = { basePath: backend.basePath, baseUrl: backend.baseUrl, mount: options.mount };
      const { isAddressed = false, signCard } = backend;
      const { dialect } = options;
      const sites = new Sites({
        ...located,
        isAddressed,
        card,
        readers: codecs,
        isStopping,
        signCard,
        dialect,
        logger,
      });
      const basePath = basePathOf(located);
      const binding: BindingContext = {
        codecs,
        knownCodecs,
        options: codecOptions,
        limits: limits.json ?? {},
        cardText: (codec) => JSON.stringify(codec.card.encode(card, codecOptions)),
        ownerOf: owner,
        resolveAlias,
      };
      const parts = {
        ...shared,
        perform,
        binding,
        bindings: Object.fromEntries(bindings.map((name) => [name, BINDINGS[name]?.(binding)])),
      };
      const handle = createHandle({
        ...parts,
        site: (mountPath) => sites.at(mountPath),
        cards,
        basePath,
        isBaseRequired: backend.basePath !== undefined,
      });
      return {
        handle,
        calls: callPort(parts, isStopping),
        paths: { base: basePath, mount: trimSlash(options.mount ?? "/a2a") },
        owns(method, path, mountPath = "") {
          const base = mountPath || basePath;
          if (!isBelow(path, base)) return false;
          const relative = relativePath(path, base);
          return relative === "/" ? base !== "" : router.owns(method, relative);
        },
      };
    },
  };
}

/** Bodies up to this size need nothing reserved. */
const SMALL_BODY = 65_536;

function reservation(reserve: NonNullable<FrontOptions["reserve"]>, ownerOf: QuotaOwner): CallParts["reserve"] {
  return (bytes, caller) => (bytes > SMALL_BODY ? reserve(bytes, ownerOf(caller)) : undefined);
}

const BINDINGS: Readonly<Partial<Record<BindingName, (server: BindingContext) => HttpBinding>>> = {
  JSONRPC: jsonRpcBinding,
  "HTTP+JSON": httpJsonBinding,
};

/** The bindings to serve. Throws when one of them is not supported. */
export function bindingsOf({ bindings }: Pick<HttpOptions, "bindings">): readonly BindingName[] {
  const supported = Object.keys(BINDINGS);
  checkList("bindings", bindings, supported);
  return bindings ?? supported;
}

/** Codecs in the order in which they are preferred. Throws when there are none. */
export function newestFirst(given: readonly VersionCodec[]): readonly [VersionCodec, ...VersionCodec[]] {
  const [newest, ...older] = given.toSorted((one, other) => compareVersions(other.version, one.version));
  if (newest === undefined) throw new TypeError("codecs: name at least one protocol version to serve");
  return [newest, ...older];
}
