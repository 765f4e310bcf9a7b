import type { JsonObject, ProtocolVersion } from "@a2a/types";
import { asObject, type CardLocation } from "./card-view.ts";
import { at, type Found, type Rule } from "./rule.ts";

const modes = ["defaultInputModes", "defaultOutputModes"];
const identity = ["name", "description", "version", "capabilities", "skills"];
const cardMembers: Readonly<Record<ProtocolVersion, readonly string[]>> = {
  "1.0": [...identity, ...modes, "supportedInterfaces"],
  "0.3": [...identity, ...modes, "url", "protocolVersion"],
  "0.2": [...identity, ...modes, "url"],
  "0.1": ["name", "version", "capabilities", "skills", "url"],
};
const skillMembers: Readonly<Record<ProtocolVersion, readonly string[]>> = {
  "1.0": ["id", "name", "description", "tags"],
  "0.3": ["id", "name", "description", "tags"],
  "0.2": ["id", "name", "description", "tags"],
  "0.1": ["id", "name"],
};
const schemeMembers: Readonly<Record<string, readonly string[]>> = {
  apiKeySecurityScheme: ["location", "name"],
  httpAuthSecurityScheme: ["scheme"],
  oauth2SecurityScheme: ["flows"],
  openIdConnectSecurityScheme: ["openIdConnectUrl"],
};
const flowMembers: Readonly<Record<string, readonly string[]>> = {
  authorizationCode: ["authorizationUrl", "tokenUrl", "scopes"],
  clientCredentials: ["tokenUrl", "scopes"],
  deviceCode: ["deviceAuthorizationUrl", "tokenUrl", "scopes"],
};

/** Rules about required members. */
export const requiredRules: readonly Rule[] = [
  {
    rule: "required/card",
    severity: "error",
    section: "4.4.1",
    fix: "Add the member.",
    check: ({ card, version }) => missing({ pointer: "", value: card }, cardMembers[version] ?? [], "the card"),
  },
  {
    rule: "required/interface",
    severity: "error",
    section: "4.4.6",
    fix: "Say for each interface where it is, which binding it has and which version it speaks.",
    *check({ card, version }) {
      const [member, names] =
        version === "1.0"
          ? ["supportedInterfaces", ["url", "protocolBinding", "protocolVersion"]]
          : ["additionalInterfaces", ["url", "transport"]];
      for (const place of entriesOf(card, member as string)) yield* missing(place, names as string[], "the interface");
    },
  },
  {
    rule: "required/skill",
    severity: "error",
    section: "4.4.5",
    fix: "Add the member: readers choose a skill by it.",
    *check({ skills, version }) {
      for (const skill of skills) yield* missing(skill, skillMembers[version] ?? [], "the skill");
    },
  },
  {
    rule: "required/provider",
    severity: "error",
    section: "4.4.2",
    fix: "Give the provider an organization and a url, or leave it out.",
    *check({ card, version }) {
      if (card.provider === undefined) return;
      const names = version === "0.1" ? ["organization"] : ["organization", "url"];
      yield* missing({ pointer: "/provider", value: asObject(card.provider) }, names, "the provider");
    },
  },
  {
    rule: "required/security-scheme",
    severity: "error",
    section: "4.5.1",
    fix: "Add the member: without it nobody can authenticate.",
    *check({ schemes, version }) {
      if (version !== "1.0") return;
      for (const { pointer, value } of schemes) {
        for (const [kind, names] of Object.entries(schemeMembers)) {
          if (!Object.hasOwn(value, kind)) continue;
          const inner = { pointer: `${pointer}/${kind}`, value: asObject(value[kind]) };
          yield* missing(inner, names, "the security scheme");
          for (const [flow, members] of Object.entries(flowMembers)) {
            const flows = asObject(inner.value.flows);
            if (!Object.hasOwn(flows, flow)) continue;
            yield* missing(
              { pointer: `${inner.pointer}/flows/${flow}`, value: asObject(flows[flow]) },
              members,
              "the flow",
            );
          }
        }
      }
    },
  },
  {
    rule: "required/empty-text",
    severity: "warning",
    section: "4.4.1",
    fix: "Say something: readers and models choose an agent by these texts.",
    *check({ card, skills }) {
      for (const name of ["name", "description", "version"]) {
        if (card[name] === "") yield at(`/${name}`, `the ${name} of the card is empty`);
      }
      for (const { pointer, value } of skills) {
        for (const name of ["id", "name", "description"]) {
          if (value[name] === "") yield at(`${pointer}/${name}`, `the ${name} of the skill is empty`);
        }
      }
    },
  },
  {
    rule: "required/empty-list",
    severity: "warning",
    section: "5.7",
    fix: "List at least one entry.",
    *check({ card, skills, version }) {
      const lists = [...modes, "skills", ...(version === "1.0" ? ["supportedInterfaces"] : [])];
      for (const name of lists) if (isEmptyList(card[name])) yield at(`/${name}`, `${name} is empty`);
      for (const { pointer, value } of skills) {
        if (isEmptyList(value.tags))
          yield at(`${pointer}/tags`, "the skill has no tags, so that nobody finds it by one");
      }
    },
  },
];

function* missing(
  { pointer, value }: CardLocation<JsonObject>,
  names: readonly string[],
  owner: string,
): Iterable<Found> {
  for (const name of names) {
    if (value[name] === undefined || value[name] === null) yield at(pointer, `${owner} has no ${name}`);
  }
}

function entriesOf(card: JsonObject, member: string): CardLocation<JsonObject>[] {
  const entries = card[member];
  if (!Array.isArray(entries)) return [];
  return entries.map((entry, index) => ({ pointer: `/${member}/${index}`, value: asObject(entry) }));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
