import type {
  ApiError,
  CallRequest,
  ConnectRequest,
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

/** Connects one after the other: the last wish wins. */
let connecting: Promise<unknown> = Promise.resolve();

function connect(body: ConnectRequest): Promise<object> {
  const made = connecting.then(() => post<object>("connect", body));
  connecting = made.catch(() => undefined);
  return made;
}

/** What concerns an agent goes to the one that was chosen last, also while the page still connects to it. */
async function postConnected<T>(name: string, body: unknown): Promise<T> {
  await connecting;
  return post(name, body);
}

/** The API of the host, one function for each route. */
export const api = {
  state: () => request<InspectorState>("state"),
  openSession: (token: string) => post<InspectorState>("session", { token }),
  logIn: (header: string, value: string) => post<InspectorState>("session", { header }, { [header]: value }),
  connect,
  send: (body: SendRequest) => postConnected<{ call: number }>("send", body),
  follow: (taskId: string) => postConnected<{ call: number }>("follow", { taskId }),
  call: <T>(operation: CallRequest["operation"], input: Record<string, unknown>) =>
    postConnected<T>("call", { operation, input }),
  check: () => postConnected<{ run: number }>("check", {}),
  action: (name: string) => post<object>("action", { name }),
  metrics: () => request<MetricsSnapshot>("metrics"),
};
