import { listening, type Served } from "./official-servers.ts";

/** An answer in the form of an SDK, where the specification wants another. */
export interface OddAnswer {
  readonly peer: string;
  /** Which requests get it: the method and path, and the method of JSON-RPC. */
  readonly to: RegExp;
  /** Which answers it replaces: the status and the body. */
  readonly instead: RegExp;
  readonly status: number;
  /** The body; the `id` of a JSON-RPC request is put in. */
  readonly body: object;
}

/** Answers in the form that real peers give them. */
export const oddAnswers: readonly OddAnswer[] = [
  {
    peer: "a2a-java 0.3.3",
    to: /^GET \/v1\/tasks\/[^/?]+(\?|$)/,
    instead: /^404 /,
    status: 404,
    body: { error: "io.a2a.spec.TaskNotFoundError", message: "Task not found" },
  },
  {
    peer: "a2a-java 0.3.3",
    to: /^POST \/v1\/tasks\/[^/]+:cancel$/,
    instead: /-32002/,
    status: 409,
    body: {
      error: "io.a2a.spec.TaskNotCancelableError",
      message: "Task cannot be canceled - current state: completed",
    },
  },
  {
    peer: "@a2a-js/sdk 0.3.14",
    to: /^(GET|POST) \/v1\/tasks\/[^/]+:subscribe$/,
    instead: /^404 /,
    status: 500,
    body: { code: -32603, message: "Bug: toJson serializer and body must be provided for non-204 responses." },
  },
  {
    peer: "a2a-go 2.4.0",
    to: /^POST \S+ ListTasks$/,
    instead: /^200 .*"tasks":\[\]/,
    status: 200,
    body: { jsonrpc: "2.0", result: { tasks: null, totalSize: 0, pageSize: 50, nextPageToken: "" } },
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
      const body = call ? { ...odd.body, id: call.id } : odd.body;
      response.writeHead(odd.status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
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
