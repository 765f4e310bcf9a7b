import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy between an engine and its database that can misbehave. */
export interface FaultProxy extends AsyncDisposable {
  /** The address of the database through the proxy. */
  readonly url: string;
  /** How many connections are open. */
  readonly connections: number;
  /** Holds everything back, in both directions, until `resume`. */
  pause(): void;
  /** Loses everything that the database answers, until `resume`, which then resets the connections that lost something. */
  loseAnswers(): void;
  resume(): void;
  /** Resets all connections. */
  reset(): void;
  /** Resets all connections, and refuses new ones until `resume`. */
  refuse(): void;
  close(): Promise<void>;
}

interface Link {
  readonly client: Socket;
  readonly database: Socket;
  hasLost: boolean;
}

/** Starts a proxy for a database, given by its URL. */
export async function startFaultProxy(databaseUrl: string): Promise<FaultProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let mode: "pass" | "pause" | "lose" | "refuse" = "pass";
  const server = createServer((client) => {
    if (mode === "refuse") {
      client.resetAndDestroy();
      return;
    }
    const link = { client, database: connect(Number(target.port || 5432), target.hostname), hasLost: false };
    links.add(link);
    const end = () => {
      links.delete(link);
      link.client.destroy();
      link.database.destroy();
    };
    for (const [from, to] of [
      [link.client, link.database],
      [link.database, link.client],
    ] as const) {
      from.on("error", end).on("close", end);
      from.setNoDelay(true);
      from.on("data", (chunk) => {
        if (mode === "lose" && from === link.database) link.hasLost = true;
        else to.write(chunk);
      });
    }
    if (mode === "pause") hold(link, true);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(target);
  const address = server.address();
  url.port = String(typeof address === "object" ? address?.port : address);
  url.hostname = "127.0.0.1";
  const reset = () => {
    for (const { client } of [...links]) client.resetAndDestroy();
  };
  const close = async () => {
    reset();
    server.close();
    await once(server, "close");
  };
  return {
    url: url.href,
    get connections() {
      return links.size;
    },
    pause() {
      mode = "pause";
      for (const link of links) hold(link, true);
    },
    loseAnswers() {
      mode = "lose";
    },
    resume() {
      mode = "pass";
      for (const link of [...links]) {
        if (link.hasLost) link.client.resetAndDestroy();
        else hold(link, false);
      }
    },
    reset,
    refuse() {
      mode = "refuse";
      reset();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function hold({ client, database }: Link, isHeld: boolean): void {
  for (const socket of [client, database]) {
    if (isHeld) socket.pause();
    else socket.resume();
  }
}
