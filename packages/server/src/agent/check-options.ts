import { kindOf, shownValue, suggestion, unknownMember } from "@a2a/types/internal";
import type { LimitOptions, SecurityOptions, ServerOptions, TurnOptions, WebhookSenderOptions } from "./options.ts";

/** The names of the members of a type; the compiler sees to it that none is missing. */
export type MemberNames<Options> = Readonly<Record<keyof Options, true>>;

/** The options every way of serving an agent has. */
export const serverOptionNames: MemberNames<ServerOptions> = {
  card: true,
  signCard: true,
  executor: true,
  mount: true,
  basePath: true,
  aliases: true,
  bindings: true,
  interfaces: true,
  baseUrl: true,
  auth: true,
  security: true,
  limits: true,
  turns: true,
  webhooks: true,
  engine: true,
  extendedCard: true,
  strict: true,
  dialect: true,
  directives: true,
  logger: true,
  tracing: true,
  metrics: true,
};

const security: MemberNames<SecurityOptions> = {
  authenticate: true,
  authorize: true,
  mayUseTenant: true,
  ownerOf: true,
  allowAnonymous: true,
  secretMetadata: true,
  callerToken: true,
  pageTokenSecret: true,
  allowedOrigins: true,
  allowedHosts: true,
};
const limits: MemberNames<LimitOptions> = {
  json: true,
  maxBlockingMs: true,
  maxStreamsPerCaller: true,
  maxStreams: true,
  maxCallsPerCaller: true,
  maxBodyBytes: true,
  maxUnauthenticatedBodyBytes: true,
  maxBodyBytesInFlight: true,
  maxAnswerSizeInFlight: true,
  rateLimit: true,
};
const turns: MemberNames<TurnOptions> = {
  timeoutMs: true,
  firstEventTimeoutMs: true,
  contextMessages: true,
  contextHeader: true,
  deduplicate: true,
  recovery: true,
  maxAttempts: true,
};
const webhooks: MemberNames<WebhookSenderOptions> & { readonly egress: true } = {
  http: true,
  guard: true,
  signer: true,
  timeoutMs: true,
  secretKey: true,
  egress: true,
};
const GROUPS = { security, limits, turns, webhooks };
type Names = Readonly<Record<string, true>>;

/** Refuses options that cannot be meant, each with one sentence that says what would be right. */
export function checkOptions(options: unknown, names: Names, groups: Readonly<Record<string, Names>> = {}): void {
  if (!isRecord(options)) throw new TypeError(`expected options such as { card, executor }, found ${kindOf(options)}`);
  checkNames("", options, names);
  for (const [group, known] of Object.entries<Names>({ ...GROUPS, ...groups })) {
    const value = options[group];
    if (value === undefined || (group === "webhooks" && typeof value === "boolean")) continue;
    if (!isRecord(value)) throw new TypeError(`${group}: expected an object, found ${kindOf(value)}`);
    checkNames(`${group}.`, value, known);
  }
  checkNumbers("limits.", options.limits);
  checkNumbers("turns.", options.turns);
  checkCard(options.card);
  checkExecutor(options.executor);
  if (options.signCard !== undefined && typeof options.signCard !== "function") {
    const example = "(card) => signCard(card, { key })";
    throw new TypeError(`signCard: expected a function such as ${example}, found ${kindOf(options.signCard)}`);
  }
  checkAuth(options.auth);
  checkPath("mount", options.mount, "/a2a");
  checkPath("basePath", options.basePath, "/agents/foo");
  checkUrl("baseUrl", options.baseUrl);
  checkUrl("publicUrl", options.publicUrl);
  if (options.logger !== undefined) checkMethods("logger", options.logger, ["debug", "info", "warn", "error"]);
}

/** Refuses an object with a member that is not known, and suggests the one that was meant. */
export function checkNames(prefix: string, value: object, known: Names, where = ""): void {
  const unknown = unknownMember(value, known);
  if (unknown === undefined) return;
  const { name } = unknown;
  const group = prefix === "" && Object.entries<Names>(GROUPS).find(([, members]) => Object.hasOwn(members, name));
  const renamed = prefix === "" && name === "push" ? "webhooks" : group && `${group[0]}.${name}`;
  const hint = renamed ? `it is ${renamed} now` : unknown.hint;
  throw new TypeError(`unknown option "${prefix}${name}"${where}; ${hint}`);
}

/** Refuses limits and durations that are not numbers: compared with one, NaN would never be exceeded. */
function checkNumbers(prefix: string, group: unknown): void {
  for (const [name, value] of Object.entries(group ?? {})) {
    if (!/^max|Ms$/.test(name) || value === undefined) continue;
    if (typeof value === "number" && value >= 0) continue;
    throw new TypeError(`${prefix}${name}: expected a number that is not negative, found ${shownValue(value)}`);
  }
}

function checkCard(card: unknown): void {
  if (!isRecord(card)) throw new TypeError(`card: expected an object such as { name: "Echo" }, found ${kindOf(card)}`);
  const { name, skills } = card;
  if (skills !== undefined && !Array.isArray(skills)) {
    throw new TypeError(`card.skills: expected a list of skills, found ${kindOf(skills)}`);
  }
  if (typeof name === "string" && name.trim() !== "") return;
  const similar = Object.keys(card).find((member) => member !== "name" && suggestion(member, ["name"]));
  if (similar !== undefined) throw new TypeError(`unknown member "card.${similar}"; did you mean name?`);
  const found = name === undefined || typeof name === "string" ? shownValue(name) : kindOf(name);
  throw new TypeError(`card.name: expected the name of the agent, such as "Echo", found ${found}`);
}

function checkExecutor(executor: unknown): void {
  const kind = kindOf(executor);
  // Functions that return an async iterable are fine; those that certainly return something else are not.
  if (kind === "a function" || kind === "an async generator function") return;
  throw new TypeError(
    `executor: expected an async generator function, such as async function* () { yield "Hello"; }, found ${kind}`,
  );
}

function checkAuth(auth: unknown): void {
  if (auth === undefined) return;
  if (!Array.isArray(auth)) {
    throw new TypeError(`auth: expected a list of authenticators, such as [bearer({ tokens })], found ${kindOf(auth)}`);
  }
  if (auth.length === 0)
    throw new TypeError("auth: name at least one authenticator, or omit it to accept every caller");
  for (const [index, way] of auth.entries()) {
    checkMethods(`auth[${index}]`, way, ["authenticate"], "an authenticator");
  }
}

function checkMethods(option: string, value: unknown, methods: readonly string[], what = "an object"): void {
  const missing = isRecord(value) ? methods.find((name) => typeof value[name] !== "function") : methods[0];
  if (missing === undefined) return;
  throw new TypeError(`${option}: expected ${what} with a method ${missing}, found ${kindOf(value)}`);
}

function checkPath(option: string, path: unknown, example: string): void {
  if (path === undefined || (typeof path === "string" && /^\/(?!\/)[^?#]*$/.test(path))) return;
  const found = typeof path === "string" ? shownValue(path) : kindOf(path);
  throw new TypeError(`${option}: expected a path such as "${example}", found ${found}`);
}

function checkUrl(option: string, url: unknown): void {
  if (url === undefined) return;
  if (typeof url === "string" && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  const found = typeof url === "string" ? shownValue(url) : kindOf(url);
  throw new TypeError(`${option}: expected an absolute URL such as "https://agent.example", found ${found}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
