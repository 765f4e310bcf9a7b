import { type RecordedExchange, readExchange } from "test-kit/exchanges";
import { listening, type Served } from "./official-servers.ts";

/** An answer that an SDK was recorded to give, where the specification wants another. */
export interface OddAnswer {
  readonly recorded: RecordedExchange;
  /** Which requests get it: the method and path, and the method of JSON-RPC. */
  readonly to: RegExp;
  /** Which answers it replaces: the status and the body. */
  readonly instead: RegExp;
}

/** The answers of real agents that the check has to cope with. */
export const oddAnswers: readonly OddAnswer[] = [
  {
    recorded: readExchange("a2a-java-0.3.3-unknown-task"),
    to: /^GET \/v1\/tasks\/[^/?]+(\?|$)/,
    instead: /^404 /,
  },
  {
    recorded: readExchange("a2a-java-0.3.3-cancel-finished-task"),
    to: /^POST \/v1\/tasks\/[^/]+:cancel$/,
    instead: /-32002/,
  },
  {
    recorded: readExchange("a2a-js-sdk-0.3.14-subscribe-to-unknown-task"),
    to: /^(GET|POST) \/v1\/tasks\/[^/]+:subscribe$/,
    instead: /^404 /,
  },
  {
    recorded: readExchange("a2a-go-2.4.0-empty-list"),
    to: /^POST \S+ ListTasks$/,
    instead: /^200 .*"tasks":\[\]/,
  },
];

/** An agent that is right, but for the answers of some SDKs. */
export async function serveOdd(right: string): Promise<Served & { readonly given: ReadonlySet<OddAnswer> }> {
  const given = new Set<OddAnswer>();
  const served = await listening((request, response) => {
    void (async () => {
      let sent = "";
      for await (const chunk of request) sent += String(chunk);
      const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        name === "host" || name === "connection" || name === "content-length" ? [] : [[name, String(value)]],
      );
      const { method = "GET", url = "/" } = request;
      const answer = await fetch(right + url, { method, headers, ...(sent && { body: sent }) });
      const text = (await answer.text()).replaceAll(right, served.url);
      const call = sent.includes('"jsonrpc"') ? rpcOf(sent) : undefined;
      const asked = `${method} ${url.replace(/^\/a2a(?=\/)/, "")}${call?.method ? ` ${call.method}` : ""}`;
      const odd = oddAnswers.find(({ to, instead }) => to.test(asked) && instead.test(`${answer.status} ${text}`));
      const kept = [...answer.headers].filter(
        ([name]) => !/^(connection|keep-alive|content-length|transfer-encoding)$/.test(name),
      );
      if (odd === undefined) return void response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
      given.add(odd);
      const { status, contentType = "application/json", body } = odd.recorded.answer;
      const renamed = call ? { ...Object(body), id: call.id } : body;
      response.writeHead(status, { "Content-Type": contentType }).end(JSON.stringify(renamed));
    })();
  });
  return { ...served, given };
}

function rpcOf(text: string): { method?: unknown; id?: unknown } | undefined {
  try {
    return JSON.parse(text) as { method?: unknown; id?: unknown }; // only these members are read
  } catch {
    return undefined; // a request that is malformed on purpose
  }
}
