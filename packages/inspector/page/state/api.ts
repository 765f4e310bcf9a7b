import type {
  ApiError,
  AuthorizeRequest,
  CallRequest,
  ConnectRequest,
  FollowRequest,
  InspectorState,
  MetricsSnapshot,
  SendRequest,
} from "../../src/protocol/api.ts";

/** An error that the host has answered with. */
export class RequestError extends Error {
  readonly code: string;
  readonly status: number;

  constructor(status: number, { error }: ApiError) {
    super(error.message);
    this.status = status;
    this.code = error.code;
  }
}

async function request<T>(name: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(`./api/${name}`, { credentials: "same-origin", ...init });
  const answer: unknown = await response.json();
  if (!response.ok) throw new RequestError(response.status, answer as ApiError); // the host answers nothing else
  return answer as T;
}

function post<T>(name: string, body: unknown, headers: Record<string, string> = {}): Promise<T> {
  return request(name, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** The connection that the page is making for its user; `undefined` comes out of it where it fails. */
let pending: Promise<{ connection: number } | undefined> | undefined;

/** Connects one after the other: the last wish wins. */
function connect(body: ConnectRequest): Promise<{ connection: number }> {
  if (body.background) return post("connect", body);
  const made = (pending ?? Promise.resolve()).then(() => post<{ connection: number }>("connect", body));
  const settled = made.catch(() => undefined);
  pending = settled;
  void settled.then(() => {
    if (pending === settled) pending = undefined;
  });
  return made;
}

/** A request to the agent that is shown goes to the one that was chosen last, also while the page still connects to it. */
async function postConnected<T>(name: string, body: object): Promise<T> {
  if (pending === undefined) return post(name, body);
  const made = await pending;
  if (made === undefined) throw new Error("not connected: the connection failed");
  return post(name, { ...body, connection: made.connection });
}

/** The API of the host, one function for each route. */
export const api = {
  state: () => request<InspectorState>("state"),
  openSession: (token: string) => post<InspectorState>("session", { token }),
  logIn: (header: string, value: string) => post<InspectorState>("session", { header }, { [header]: value }),
  connect,
  send: (body: SendRequest) => postConnected<{ call: number }>("send", body),
  /** Sends over the connection that the message names, even if the page connects to another agent. */
  sendTo: (body: SendRequest) => post<{ call: number }>("send", body),
  follow: (body: FollowRequest) => postConnected<{ call: number }>("follow", body),
  /** Resolves when the user has logged in and the task continues. */
  authorize: (body: AuthorizeRequest) => postConnected<{ call: number }>("authorize", body),
  call: <T>(
    operation: CallRequest["operation"],
    input: Record<string, unknown>,
    options: Pick<CallRequest, "connection" | "background">,
  ) => postConnected<T>("call", { operation, input, ...options }),
  check: (connection: number) => postConnected<{ run: number }>("check", { connection }),
  cancelLogin: () => post<object>("cancel-login", {}),
  action: (name: string) => post<object>("action", { name }),
  metrics: () => request<MetricsSnapshot>("metrics"),
};
