import { setTimeout as delay } from "node:timers/promises";
import { inLanes, postHead, pour, rpcBody, Tally, textMessage } from "../attacker.ts";
import { judgeFlood, namedFor, type Scenario, setStage, type Target } from "../scenario.ts";

const TEN_MB = 10_000_000;

interface FloodOptions {
  readonly auth: boolean;
  readonly lanes: number;
  bytes(url: string): Buffer;
}

function flood(target: Target, name: string, sent: string, options: FloodOptions): Scenario {
  return {
    name: namedFor(target, name),
    async run(seconds) {
      await using stage = await setStage({ auth: options.auth }, target);
      const bytes = options.bytes(stage.url);
      const tally = new Tally();
      await inLanes(options.lanes, seconds, async () => tally.add(await pour(stage.url, bytes).catch(() => "closed")));
      const figures = await stage.measure();
      return { sent, ...figures, note: String(tally), problems: judgeFlood(figures) };
    },
  };
}

const whole = (url: string, body: string, token?: string) =>
  Buffer.from(postHead(url, Buffer.byteLength(body), token) + body);

/** A call whose metadata is some JSON. */
const callWith = (metadata: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"metadata":{"a":${metadata}}}}`;

/** No attack, then floods of bodies. */
export const bodyFloods = (target: Target): readonly Scenario[] => [
  {
    name: namedFor(target, "nothing"),
    async run(seconds) {
      await using stage = await setStage({}, target);
      await delay(seconds * 1_000);
      const figures = await stage.measure();
      return { sent: "nothing, for comparison", ...figures, problems: figures.problems };
    },
  },
  flood(target, "bodies without credentials", "60 connections, 10 MB each, over and over", {
    auth: true,
    lanes: 60,
    bytes: (url) => whole(url, rpcBody("SendMessage", textMessage("x".repeat(TEN_MB)))),
  }),
  flood(target, "bodies that never end, without credentials", "60 connections, 10 MB of 10.4 MB", {
    auth: true,
    lanes: 60,
    bytes: (url) => Buffer.from(`${postHead(url, TEN_MB + 400_000)}{"a":"${"x".repeat(TEN_MB)}`),
  }),
  flood(target, "bodies of brackets", "3 callers without a limit on their rate, 10 MB of [ each", {
    auth: false,
    lanes: 3,
    bytes: (url) => whole(url, callWith("[".repeat(TEN_MB / 2) + "]".repeat(TEN_MB / 2))),
  }),
  flood(target, "bodies of keys", "3 callers, 700,000 keys each", {
    auth: false,
    lanes: 3,
    bytes: (url) => whole(url, callWith(`{${Array.from({ length: 700_000 }, (_, n) => `"k${n}":0`).join()}}`)),
  }),
  flood(target, "valid bodies", "3 callers with credentials, messages of 8 MB", {
    auth: true,
    lanes: 3,
    bytes: (url) => {
      const body = rpcBody("SendMessage", textMessage("x".repeat(8_000_000)));
      return whole(url, body, "token-attacker");
    },
  }),
];
