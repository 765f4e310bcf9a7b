// Runs one snippet: imports what its reader would have installed, calls hosts that exist only here, and listens on any free port in place
// of the one that it names. Nothing leaves this machine.
import { once } from "node:events";
import { flushCompileCache, registerHooks } from "node:module";
import net from "node:net";
import tls from "node:tls";
import { ENVIRONMENT, type Environment, type Report } from "./network.ts";

const { network, module, places, aliases }: Environment = JSON.parse(process.env[ENVIRONMENT] ?? "");
const ports: Record<number, number> = { ...network.ports };
const opening: Promise<unknown>[] = [];
const report = (what: Report): void => void process.send?.(what);

resolveImports();
redirectConnections();
redirectListeners();
// The runtime of AWS Lambda has these two; no registry has that runtime.
Object.assign(globalThis, { awslambda: { streamifyResponse: (handler: unknown) => handler, HttpResponseStream: {} } });
await import(module);
flushCompileCache(); // this process may be killed, and others import the same
await Promise.all(opening);
report({ exitCode: Number(process.exitCode ?? 0) });

function resolveImports(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const name = context.parentURL === module ? unaliased(specifier) : specifier;
      try {
        return next(name, context);
      } catch (error) {
        for (const parentURL of /^(\.|\/|\w+:)/.test(name) ? [] : places) {
          try {
            return next(name, { ...context, parentURL });
          } catch {
            // The next package may depend on it.
          }
        }
        throw error;
      }
    },
  });
}

function unaliased(name: string): string {
  for (const [from, to] of Object.entries(aliases)) {
    if (name === from || name.startsWith(`${from}/`)) return to + name.slice(from.length);
  }
  return name;
}

function redirectConnections(): void {
  const { connect } = net.Socket.prototype;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    const [first, ...rest] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args; // node:net passes normalized arguments on as one array
    const options = typeof first === "object" && first !== null ? { ...first } : { port: Number(first), host: rest[0] };
    const target = options as { host?: string; port?: number; path?: string };
    if (target.path === undefined) {
      target.port = portFor(target.host ?? "localhost", Number(target.port), this instanceof tls.TLSSocket);
      target.host = "127.0.0.1";
    }
    const listener = [first, ...rest].find((argument) => typeof argument === "function");
    // The declared overloads of connect are one function of these two arguments.
    return (connect as (options: object, listener?: unknown) => net.Socket).call(this, target, listener);
  } as typeof connect;

  const { connect: connectTls } = tls;
  tls.connect = ((options: tls.ConnectionOptions, listener?: () => void) =>
    connectTls({ ...options, ca: network.ca, servername: "localhost" }, listener)) as typeof tls.connect;
}

function portFor(host: string, port: number, isTls: boolean): number {
  const isHere = /^(localhost|127\..*|::1|\[::1\]|0\.0\.0\.0)$/.test(host);
  if (isHere && isEphemeral(port)) return port;
  if (port === 5432) return network.postgres;
  if (isHere && ports[port] !== undefined) return ports[port];
  return isTls ? network.tls : network.plain;
}

function redirectListeners(): void {
  const named = new WeakMap<net.Server, number>();
  const { listen, address } = net.Server.prototype;
  net.Server.prototype.listen = function (this: net.Server, ...args: unknown[]) {
    const [first, ...rest] = args;
    const options = typeof first === "object" && first !== null ? { ...first } : { port: first };
    const { port } = options as { port?: unknown };
    if (typeof port !== "number") return Reflect.apply(listen, this, args);
    if (!isEphemeral(port)) named.set(this, port);
    opening.push(once(this, "listening"));
    this.prependOnceListener("listening", () => {
      const actual = (Reflect.apply(address, this, []) as net.AddressInfo).port;
      if (named.has(this)) ports[port] = actual;
      report({ listening: { named: named.get(this) ?? actual, actual } });
    });
    const redirected = typeof first === "object" && first !== null ? { ...options, port: 0 } : 0;
    return Reflect.apply(listen, this, [redirected, ...rest]);
  } as typeof listen;
  net.Server.prototype.address = function (this: net.Server) {
    const found = Reflect.apply(address, this, []) as ReturnType<typeof address>;
    const port = named.get(this);
    return port === undefined || found === null || typeof found === "string" ? found : { ...found, port };
  };
}

/** Ports that a document names are below those that an operating system hands out. */
function isEphemeral(port: number): boolean {
  return port === 0 || port >= 32_768;
}
