import { isSpecialAddress } from "@a2a/http";
import type { JsonObject } from "@a2a/types";
import { asObject, asText, type CardLocation, type CardView } from "./card-view.ts";
import { at, quote, type Rule } from "./rule.ts";

const kinds = [
  "apiKeySecurityScheme",
  "httpAuthSecurityScheme",
  "oauth2SecurityScheme",
  "openIdConnectSecurityScheme",
  "mtlsSecurityScheme",
];
const flowNames = ["authorizationCode", "clientCredentials", "implicit", "password", "deviceCode"];
const httpSchemes =
  /^(basic|bearer|concealed|digest|dpop|gnap|hoba|mutual|negotiate|oauth|privatetoken|scram-sha-1|scram-sha-256|vapid)$/i;

/** Rules about who may call. */
export const securityRules: readonly Rule[] = [
  {
    rule: "security/undeclared-scheme",
    severity: "error",
    section: "4.5",
    fix: "Declare the scheme in securitySchemes, or correct its name.",
    *check({ requirements, schemes }) {
      const declared = new Set(schemes.map(({ name }) => name));
      for (const { pointer, schemes: named } of requirements) {
        for (const name of named.keys())
          if (!declared.has(name)) yield at(pointer, `there is no security scheme ${quote(name)}`);
      }
    },
  },
  {
    rule: "security/unused-scheme",
    severity: "info",
    section: "4.5",
    fix: "Name it in securityRequirements, or take it out.",
    *check({ requirements, schemes }) {
      const used = new Set(requirements.flatMap((requirement) => [...requirement.schemes.keys()]));
      for (const { pointer, name } of schemes)
        if (!used.has(name)) yield at(pointer, `no requirement names ${quote(name)}`);
    },
  },
  {
    rule: "security/kind",
    severity: "error",
    section: "4.5.1",
    fix: `Give it exactly one of ${kinds.join(", ")}.`,
    *check({ schemes, version }) {
      for (const { pointer, value } of version === "1.0" ? schemes : []) {
        const found = kinds.filter((kind) => Object.hasOwn(value, kind));
        if (found.length !== 1)
          yield at(pointer, `the scheme is of ${found.length === 0 ? "no known kind" : "several kinds"}`);
      }
    },
  },
  {
    rule: "security/undeclared-scope",
    severity: "warning",
    section: "4.5",
    fix: "List the scope in the flow, or correct its name.",
    *check(view) {
      for (const { pointer, schemes } of view.requirements) {
        for (const [name, scopes] of schemes) {
          const known = flowsOf(view, name).flatMap(({ value }) => Object.keys(asObject(value.scopes)));
          const unknown = flowsOf(view, name).length > 0 ? scopes.filter((scope) => !known.includes(scope)) : [];
          for (const scope of unknown) yield at(pointer, `${quote(name)} has no scope ${quote(scope)}`);
        }
      }
    },
  },
  {
    rule: "security/empty-requirement",
    severity: "warning",
    section: "4.5",
    fix: "Take it out, unless callers may do without authentication.",
    *check({ requirements }) {
      for (const { pointer, schemes } of requirements) {
        if (schemes.size === 0)
          yield at(pointer, "this alternative requires nothing, so callers need not authenticate");
      }
    },
  },
  {
    rule: "security/https",
    severity: "error",
    section: "7.1",
    fix: "Use https addresses for everything that handles credentials.",
    *check(view) {
      for (const { pointer, value } of addressesOf(view)) {
        const target = URL.canParse(value) ? new URL(value) : undefined;
        const isSafe =
          target?.protocol === "https:" || (target?.protocol === "http:" && isSpecialAddress(target.hostname));
        if (!isSafe) yield at(pointer, `${quote(value)} is not an https address`);
      }
    },
  },
  {
    rule: "security/deprecated-flow",
    severity: "warning",
    section: "4.5.1",
    fix: "Use the authorization code flow with PKCE, the device code flow or client credentials.",
    *check(view) {
      for (const { pointer } of allFlows(view)) {
        if (/\/(implicit|password)$/.test(pointer)) yield at(pointer, "this OAuth flow is deprecated");
      }
    },
  },
  {
    rule: "security/no-pkce",
    severity: "info",
    section: "4.5.1",
    fix: "Demand PKCE with pkceRequired.",
    *check(view) {
      for (const { pointer, value } of view.version === "1.0" ? allFlows(view) : []) {
        if (pointer.endsWith("/authorizationCode") && value.pkceRequired !== true)
          yield at(pointer, "the flow does not require PKCE");
      }
    },
  },
  {
    rule: "security/key-in-query",
    severity: "warning",
    section: "4.5.1",
    fix: "Take the key in a header: addresses end up in logs.",
    *check({ schemes }) {
      for (const { pointer, value } of schemes) {
        const { location } = asObject(value.apiKeySecurityScheme);
        if (location === "query" || (value.type === "apiKey" && value.in === "query"))
          yield at(pointer, "the key is sent in the query");
      }
    },
  },
  {
    rule: "security/http-scheme",
    severity: "warning",
    section: "4.5.1",
    fix: "Use a registered HTTP authentication scheme, such as Bearer or Basic.",
    *check({ schemes }) {
      for (const { pointer, value } of schemes) {
        const name =
          asText(asObject(value.httpAuthSecurityScheme).scheme) || (value.type === "http" ? asText(value.scheme) : "");
        if (name !== "" && !httpSchemes.test(name))
          yield at(pointer, `${quote(name)} is not a registered HTTP authentication scheme`);
      }
    },
  },
];

type Flow = CardLocation<JsonObject>;

function flowsOf({ schemes }: CardView, name: string): Flow[] {
  return schemes.filter((scheme) => scheme.name === name).flatMap(flowsIn);
}

function allFlows({ schemes }: CardView): Flow[] {
  return schemes.flatMap(flowsIn);
}

function flowsIn({ pointer, value }: CardLocation<JsonObject>): Flow[] {
  const inner = Object.hasOwn(value, "oauth2SecurityScheme") ? "/oauth2SecurityScheme" : "";
  const flows = asObject((inner === "" ? value : asObject(value.oauth2SecurityScheme)).flows);
  return flowNames.flatMap((name) =>
    Object.hasOwn(flows, name) ? [{ pointer: `${pointer}${inner}/flows/${name}`, value: asObject(flows[name]) }] : [],
  );
}

function addressesOf(view: CardView): CardLocation<string>[] {
  const members = [
    "authorizationUrl",
    "tokenUrl",
    "refreshUrl",
    "deviceAuthorizationUrl",
    "openIdConnectUrl",
    "oauth2MetadataUrl",
  ];
  const owners = view.schemes.flatMap((scheme): Flow[] => [
    scheme,
    ...kinds.map((kind) => ({ pointer: `${scheme.pointer}/${kind}`, value: asObject(scheme.value[kind]) })),
    ...flowsIn(scheme),
  ]);
  return owners.flatMap(({ pointer, value }) =>
    members.flatMap((name) => {
      const address = asText(value[name]);
      return address === "" ? [] : [{ pointer: `${pointer}/${name}`, value: address }];
    }),
  );
}
