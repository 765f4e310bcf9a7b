/** A requirement of the public a2a-cli specification, in our words. */
export interface Requirement {
  readonly id: string;
  readonly tier: 1 | 2 | 3;
  /** The sections that govern it. */
  readonly spec: string;
  readonly about: string;
}

/** The revision of the specification that is measured against. */
export const SPECIFICATION = { version: "0.2", revision: "2026-08-17" } as const;

/** Every requirement of that revision. */
export const requirements: readonly Requirement[] = [
  ...tier(1, [
    ["CARD_GET_001", "10.1, 13", "finds a card by host, URL or file, and speaks as it says"],
    ["SEND_001", "10.2", "starts an interaction with a message"],
    ["SEND_002", "10.2, 6.5", "waits by default; --async returns at once"],
    ["SEND_003", "10.2, 9.2", "--stream follows events, never hangs, and takes a message alone for an answer"],
    ["SEND_004", "10.2", "shows artifacts and leaves no part out"],
    ["SEND_005", "10.2", "--media-type belongs to the part before it"],
    ["SEND_006", "10.2", "parts are repeatable and keep their order; --data - reads stdin"],
    ["TASK_GET_001", "10.3", "shows state, artifacts and history of a task"],
    ["TASK_CANCEL_001", "10.4", "cancels, also twice, and tells the resulting state"],
    ["INTERACT_001", "8.1", "goes on with a context"],
    ["INTERACT_002", "8.1", "goes on with a task, and fails without a new one where the id is refused"],
    ["INTERACT_003", "4.1, 4", "invents no ids of the server"],
    ["INTERACT_004", "8.2", "names task, context and state, and the command to resume"],
    ["INTERACT_005", "6.3, 4.1, 8.3", "keeps no state between runs"],
    ["TASK_POLL_001", "9.3", "task get looks once; with --wait until the end"],
    ["TASK_POLL_002", "9.3", "interval, time-out, backoff; interruption keeps the task id"],
    ["TASK_POLL_003", "9.1, 9.3", "stops where the caller has to act; an unknown state is neither end nor question"],
    ["TASK_POLL_004", "9.3", "a wait falls back to polling when its stream fails"],
    ["OUT_001", "11.1, 11.5, 8.2", "ids and state in every mode; results on stdout, diagnostics on stderr"],
    ["OUT_002", "11.3, B", "one JSON document, the terminal object"],
    ["OUT_003", "11.3, 11.4, B", "JSON Lines with --stream, errors as the last line"],
    ["OUT_004", "11.4, B, D", "errors by the protocol's names or the registered codes, alike over all transports"],
    ["OUT_005", "11.2, 6.1", "text is Label: value and blocks, without control sequences, terminal or not"],
    ["OUT_006", "11.5", "--async still gives task and context"],
    ["EXIT_001", "11.6, D", "exit statuses have their registered meaning"],
    ["EXIT_002", "6.6, 11.6", "what the agent decides is no failure of the tool"],
    ["AUTH_001", "12.1", "credentials by flag and environment, as the card's scheme wants them"],
    ["AUTH_002", "12.1, 6.5", "a variable for each credential flag, and a warning of flags"],
    ["AUTH_003", "12.1, 6.5", "--insecure warns"],
    ["AUTH_004", "12.1, 7.2", "no diagnostic shows a credential"],
    ["TX_001", "13.1", "the transport comes from the card, in its order"],
    ["TX_002", "13.1, 6.5", "--transport is a preference, repeatable and ordered"],
    ["TX_003", "13.1", "the tenant of the interface goes with every request"],
    ["VER_001", "13.2", "the version is named in every request, and never below 1.0 unasked"],
    ["DEFAULT_001", "6.5", "the defaults, each with its flag, are told by help"],
    ["CONFIG_001", "8.3", "what is kept is private, shown by config show, and no session state"],
    ["CLI_001", "7.1, 7.2, 6.5", "help and version"],
    ["SKILL_001", "14.1, 14.2", "one agent skill, if any"],
    ["SKILL_002", "14.3", "the skill restates no requirements"],
  ]),
  ...tier(2, [
    ["CARD_GET_002", "10.1", "validates a card"],
    ["TASK_LIST_001", "7.1, A", "lists tasks by pages, state and context"],
    ["TASK_SUBSCRIBE_001", "7.1, 9.2", "follows a task"],
    ["TASK_SUBSCRIBE_002", "9.4, 9.2", "goes on after a broken connection"],
    ["AUTH_005", "12.2", "logs in by device code"],
    ["AUTH_006", "12.2", "logs in by client credentials"],
    ["AUTH_007", "12.2", "keeps tokens safely and sends them later"],
    ["TX_004", "13.1", "two transports"],
    ["VER_003", "13.3", "looks at the card before using a capability"],
    ["CONFIG_002", "8.3", "flag, environment, local file, global file, default; config show tells the source"],
    ["DOWNLOAD_001", "7.1", "saves artifacts"],
    ["OUT_007", "7.2", "--debug shows the wire on stderr"],
    ["CONFORM_001", "7.1", "smoke-checks an agent"],
    ["CLI_002", "7.1", "completion scripts"],
    ["PUSH_001", "7.1, A", "manages webhooks of tasks"],
  ]),
  ...tier(3, [
    ["CARD_GET_003", "10.1, 12.4", "the extended card, by a scheme of the public one"],
    ["AUTH_008", "12.4", "no credential for a card that declares no scheme for it"],
    ["CARD_GET_004", "10.1", "verifies signatures: verified, unverifiable or absent"],
    ["CARD_GET_005", "10.1", "entries of a catalog in place of a card"],
    ["PUSH_002", "9.2", "receives webhooks"],
    ["CHAT_001", "8.1, 7.1", "interactive chat"],
    ["TX_005", "13.1", "gRPC"],
    ["AUTH_009", "12.3", "mutual TLS"],
    ["AUTH_010", "12.3", "OpenID Connect"],
    ["AUTH_011", "12.3", "resolves AUTH_REQUIRED within a task"],
    ["DEMO_SERVER_001", "7.1, 3", "an agent to practise on"],
    ["VER_002", "13.3", "declares the extensions that an agent requires"],
  ]),
];

function tier(number: 1 | 2 | 3, rows: readonly [id: string, spec: string, about: string][]): Requirement[] {
  return rows.map(([id, spec, about]) => ({ id: `A2ACLI_${id}`, tier: number, spec, about }));
}
