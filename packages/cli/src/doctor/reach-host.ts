import { lookup } from "node:dns/promises";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { error, type Symptom, warning } from "./symptom.ts";

/** Certificates that expire within this time are reported. */
const SOON_MS = 14 * 24 * 3_600_000;

/** Checks name resolution, the connection and the certificate of an origin, in this order. An `error` is always the last symptom. */
export async function reachHost(url: URL, timeoutMs: number, now = Date.now()): Promise<Symptom[]> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  if (isIP(host) === 0) {
    const unresolved = await resolution(host);
    if (unresolved) return [unresolved];
  }
  try {
    if (url.protocol !== "https:") {
      (await opened(connectTcp({ host, port }), "connect", timeoutMs)).destroy();
      return [];
    }
    const servername = isIP(host) === 0 ? { servername: host } : {};
    // The certificate is judged below; a refused one could not be described.
    const socket = connectTls({ host, port, rejectUnauthorized: false, ...servername });
    await opened(socket, "secureConnect", timeoutMs);
    const found = certificate(socket, host, now);
    socket.destroy();
    return found;
  } catch (problem) {
    return [unreachable(problem as NodeJS.ErrnoException, url, port)]; // sockets emit nothing else
  }
}

async function resolution(host: string): Promise<Symptom | undefined> {
  try {
    await lookup(host);
    return undefined;
  } catch (problem) {
    const { code } = problem as NodeJS.ErrnoException; // node:dns rejects with nothing else
    return code === "ENOTFOUND"
      ? error("dns/not-found", `${host} does not resolve`, "Check the spelling, or create the DNS record.")
      : error(
          "dns/failed",
          `${host} cannot be resolved: ${code}`,
          "Check the DNS server of this machine and try again.",
        );
  }
}

function opened<S extends Socket>(socket: S, event: "connect" | "secureConnect", timeoutMs: number): Promise<S> {
  return new Promise((resolve, reject) => {
    const fail = (problem: Error) => {
      socket.destroy();
      reject(problem);
    };
    socket.setTimeout(timeoutMs, () => fail(Object.assign(new Error("timeout"), { code: "ETIMEDOUT" })));
    socket.once("error", fail);
    socket.once("close", () => fail(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
    socket.once(event, () => resolve(socket));
  });
}

function unreachable({ code = "", message }: NodeJS.ErrnoException, url: URL, port: number): Symptom {
  const { host, hostname } = url;
  if (code === "ECONNREFUSED") {
    const advice = `Start the agent, or correct the port; it must listen on an address that ${hostname} resolves to.`;
    return error("net/refused", `nothing listens at ${hostname} port ${port}`, advice);
  }
  if (code === "ETIMEDOUT") {
    return error("net/timeout", `${host} does not accept connections in time`, "Check firewalls and security groups.");
  }
  if (/EPROTO|ERR_SSL/.test(code) && url.protocol === "https:") {
    const advice = `Use http://${host}${url.pathname}, or enable TLS on that port.`;
    return error("tls/plain-http", `${host} answers in plain HTTP on an https URL`, advice);
  }
  return error(
    "net/failed",
    `the connection to ${host} fails: ${code || message}`,
    "Check the server and what is in front of it.",
  );
}

function certificate(socket: TLSSocket, host: string, now: number): Symptom[] {
  const { valid_to: until } = socket.getPeerCertificate();
  const days = Math.floor((Date.parse(until) - now) / 86_400_000);
  const reason = String(socket.authorizationError ?? "");
  if (reason === "CERT_HAS_EXPIRED") {
    return [error("tls/expired", `the certificate of ${host} expired on ${until}`, "Renew the certificate.")];
  }
  if (reason === "ERR_TLS_CERT_ALTNAME_INVALID") {
    const advice = "Get a certificate for this host name.";
    return [error("tls/name", `the certificate of ${host} is for another name`, advice)];
  }
  if (reason !== "" && reason !== "null") {
    const advice = "Serve the whole chain of a public authority, or give callers the CA certificate.";
    return [error("tls/untrusted", `the certificate of ${host} is not trusted: ${reason}`, advice)];
  }
  if (Date.parse(until) - now > SOON_MS) return [];
  return [warning("tls/expires", `the certificate of ${host} expires in ${days} days`, "Renew the certificate.")];
}
