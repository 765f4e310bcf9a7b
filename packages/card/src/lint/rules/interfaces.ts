import { isSpecialAddress } from "@a2a/http";
import { isProtocolVersion, normalizeVersion } from "@a2a/types";
import { bindingOf } from "../../discover/select-interface.ts";
import { asObject, asText, type CardView, type InterfaceView } from "./card-view.ts";
import { at, quote, type Rule, repeated } from "./rule.ts";

/** Rules about where and how an agent is reached. */
export const interfaceRules: readonly Rule[] = [
  {
    rule: "interface/absolute-url",
    severity: "warning",
    section: "4.4.6",
    fix: "Write the whole address, such as https://agent.example/a2a.",
    *check(view) {
      for (const { urlPointer, url } of overHttp(view)) {
        if (url !== "" && !URL.canParse(url)) yield at(urlPointer, `${quote(url)} is not an absolute address`);
      }
    },
  },
  {
    rule: "interface/scheme",
    severity: "error",
    section: "4.4.6",
    fix: "Use an https address.",
    *check(view) {
      for (const { urlPointer, target } of targets(view)) {
        if (!/^https?:$/.test(target.protocol)) yield at(urlPointer, `${target.protocol} is not an address of HTTP`);
      }
    },
  },
  {
    rule: "interface/https",
    severity: "error",
    section: "7.1",
    fix: "Serve the agent over TLS and use an https address.",
    *check(view) {
      for (const { urlPointer, target } of targets(view)) {
        if (target.protocol === "http:" && !isSpecial(target))
          yield at(urlPointer, `${target.host} is public, but called over plain HTTP`);
      }
    },
  },
  {
    rule: "interface/credentials",
    severity: "error",
    section: "14.3",
    fix: "Take user and password out of the address and declare a security scheme.",
    *check(view) {
      for (const { urlPointer, target } of targets(view)) {
        if (target.username !== "" || target.password !== "") yield at(urlPointer, "the address contains credentials");
      }
    },
  },
  {
    rule: "interface/fragment",
    severity: "warning",
    section: "4.4.6",
    fix: "Leave out what follows the path: requests are made below the address.",
    *check(view) {
      for (const { urlPointer, target } of targets(view)) {
        if (target.hash !== "" || target.search !== "") yield at(urlPointer, "the address has a query or a fragment");
      }
    },
  },
  {
    rule: "interface/private-host",
    severity: "warning",
    section: "8.3.1",
    fix: "Use the address by which callers reach the agent from outside.",
    *check(view) {
      const served = hostOf(view.context.url);
      if (served === undefined || isSpecial(served)) return;
      for (const { urlPointer, target } of targets(view)) {
        if (isSpecial(target)) yield at(urlPointer, `the card is public, but ${target.host} is not`);
      }
    },
  },
  {
    rule: "interface/other-origin",
    severity: "info",
    section: "8.3.1",
    fix: "Serve card and agent from one origin, or tell callers to allow the other one.",
    *check(view) {
      const served = hostOf(view.context.url);
      for (const { urlPointer, target } of served ? targets(view) : []) {
        if (target.host !== served?.host) {
          yield at(
            urlPointer,
            `the agent is at ${target.host}, the card at ${served?.host}: careful callers send no credentials there`,
          );
        }
      }
    },
  },
  {
    rule: "interface/duplicate",
    severity: "warning",
    section: "8.3.1",
    fix: "List each combination of address, binding, version and tenant once.",
    *check({ interfaces }) {
      const keyOf = ({ url, binding, version, tenant }: InterfaceView) =>
        JSON.stringify([url, binding, version, tenant]);
      for (const { pointer } of repeated(interfaces, keyOf)) yield at(pointer, "the same interface is listed before");
    },
  },
  {
    rule: "interface/binding-spelling",
    severity: "warning",
    section: "5.8",
    fix: "Write JSONRPC, HTTP+JSON or GRPC exactly so.",
    *check({ interfaces }) {
      for (const { pointer, binding } of interfaces) {
        const meant = bindingOf(binding);
        if (meant !== undefined && meant !== binding)
          yield at(pointer, `the binding ${quote(binding)} is spelled ${meant}`);
      }
    },
  },
  {
    rule: "interface/binding-unknown",
    severity: "warning",
    section: "5.8",
    fix: "Use JSONRPC, HTTP+JSON or GRPC, or name a binding of your own by a URI.",
    *check({ interfaces }) {
      for (const { pointer, binding } of interfaces) {
        const known = binding === "" || bindingOf(binding) || URL.canParse(binding);
        if (!known) yield at(pointer, `${quote(binding)} is neither a binding of the protocol nor a URI`);
      }
    },
  },
  {
    rule: "interface/version-format",
    severity: "error",
    section: "3.6",
    fix: "Write the protocol version as Major.Minor, such as 1.0.",
    *check({ interfaces }) {
      for (const { pointer, version } of interfaces) {
        if (version !== "" && normalizeVersion(version) === undefined)
          yield at(pointer, `${quote(version)} is not a protocol version`);
      }
    },
  },
  {
    rule: "interface/version-patch",
    severity: "warning",
    section: "3.6",
    fix: "Leave out the patch number: it plays no role, and some readers compare the text.",
    *check({ interfaces, version: cardVersion }) {
      for (const { pointer, version } of cardVersion === "1.0" ? interfaces : []) {
        const normal = normalizeVersion(version);
        if (version !== "" && normal !== undefined && normal !== version)
          yield at(pointer, `write ${normal} for ${quote(version)}`);
      }
    },
  },
  {
    rule: "interface/version-unknown",
    severity: "info",
    section: "3.6",
    fix: "Check the number; protocol versions are 0.1, 0.2, 0.3 and 1.0.",
    *check({ interfaces }) {
      for (const { pointer, version } of interfaces) {
        const normal = normalizeVersion(version);
        if (version !== "" && normal !== undefined && !isProtocolVersion(normal))
          yield at(pointer, `protocol version ${normal} does not exist`);
      }
    },
  },
  {
    rule: "interface/version-binding",
    severity: "error",
    section: "5.2",
    fix: "List HTTP+JSON for 0.3 and later, and gRPC for 0.2 and later only.",
    *check({ interfaces }) {
      for (const { pointer, version, binding } of interfaces) {
        const normal = normalizeVersion(version);
        const impossible =
          bindingOf(binding) === "HTTP+JSON" ? ["0.1", "0.2"] : binding.toUpperCase() === "GRPC" ? ["0.1"] : [];
        if (version !== "" && normal !== undefined && impossible.includes(normal)) {
          yield at(pointer, `protocol ${normal} has no binding ${binding}`);
        }
      }
    },
  },
  {
    rule: "interface/grpc-address",
    severity: "warning",
    section: "4.4.6",
    fix: "Write host:port, without scheme and path.",
    *check({ interfaces }) {
      for (const { urlPointer, binding, url } of interfaces) {
        if (binding.toUpperCase() === "GRPC" && url.includes("/"))
          yield at(urlPointer, `${quote(url)} is not of the form host:port`);
      }
    },
  },
  {
    rule: "interface/not-served",
    severity: "error",
    section: "8.3.1",
    fix: "List what the server speaks and nothing else.",
    *check({ interfaces, context: { versions, bindings } }) {
      for (const { pointer, version, binding } of interfaces) {
        const known = bindingOf(binding);
        const normal = normalizeVersion(version);
        if (versions && !versions.some((served) => served === normal))
          yield at(pointer, `protocol ${version} is not served`);
        else if (bindings && known && !bindings.includes(known))
          yield at(pointer, `the binding ${binding} is not served`);
      }
    },
  },
  {
    rule: "interface/not-listed",
    severity: "warning",
    section: "5.2",
    fix: "List every combination that is served, in the order in which you prefer them.",
    *check({ interfaces, version: cardVersion, context: { versions = [] } }) {
      if (cardVersion !== "1.0") return;
      const listed = interfaces.map(({ version }) => normalizeVersion(version));
      for (const version of versions) {
        if (!listed.includes(version))
          yield at("/supportedInterfaces", `protocol ${version} is served, but not listed`);
      }
    },
  },
  {
    rule: "card/link",
    severity: "warning",
    section: "4.4.1",
    fix: "Write an absolute https address.",
    *check({ card }) {
      const own = Object.entries(card).filter(([name]) => name.endsWith("Url"));
      const links = [
        ...own.map(([name, link]) => [`/${name}`, link] as const),
        ["/provider/url", asObject(card.provider).url] as const,
      ];
      for (const [pointer, link] of links) {
        const target = hostOf(asText(link));
        const isSafe = target?.protocol === "https:" || (target?.protocol === "http:" && isSpecial(target));
        if (asText(link) !== "" && !isSafe) yield at(pointer, `${quote(link)} is not an absolute https address`);
      }
    },
  },
];

function overHttp({ interfaces }: CardView): InterfaceView[] {
  return interfaces.filter(({ binding }) => binding.toUpperCase() !== "GRPC");
}

function targets(view: CardView): { urlPointer: string; target: URL }[] {
  return overHttp(view).flatMap(({ urlPointer, url }) => {
    const target = hostOf(url);
    return target ? [{ urlPointer, target }] : [];
  });
}

function hostOf(url: string | undefined): URL | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url) : undefined;
}

function isSpecial({ hostname }: URL): boolean {
  return isSpecialAddress(hostname.replace(/^\[(.*)\]$/, "$1"));
}
