import { Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { CardDocument, Connected } from "../../src/protocol/journal.ts";
import { NoAgent } from "../parts/empty.tsx";
import { Initial } from "../parts/initial.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { safeLink } from "../parts/safe-link.tsx";
import { Scroll } from "../parts/scroll.tsx";
import { api } from "../state/api.ts";
import { connected, seen } from "../state/store.ts";

type Tab = "Overview" | "Source" | "Canonical" | "Changes" | "Extended";

/** The card of the agent: its content, the findings of the linter, and its signature. */
export function Card() {
  const { model } = seen.value;
  const agent = connected.value;
  const [tab, setTab] = useState<Tab>("Overview");
  const [pointer, setPointer] = useState<string | undefined>(undefined);
  if (agent === undefined) return <NoAgent />;
  const { document } = agent;
  const cardBefore = model.cardsBefore.get(agent.address);
  const tabs: Tab[] = [
    "Overview",
    "Source",
    ...(document?.canonical === undefined ? [] : (["Canonical"] as const)),
    ...(cardBefore === undefined ? [] : (["Changes"] as const)),
    ...(agent.card.capabilities.extendedAgentCard ? (["Extended"] as const) : []),
  ];
  const jump = (to: string) => {
    setPointer(to);
    setTab("Source");
  };
  return (
    <div class="split card-split">
      <section class="pane" aria-label="Card">
        <div class="pane-head">
          <Initial name={agent.card.name} />
          <h2>{agent.card.name}</h2>
          <fieldset class="tabs" aria-label="Form">
            {tabs.map((name) => (
              <button key={name} type="button" aria-pressed={tab === name} onClick={() => setTab(name)}>
                {name}
              </button>
            ))}
          </fieldset>
        </div>
        {tab === "Overview" && <Overview connected={agent} />}
        {tab === "Source" && <Source document={document} connected={agent} pointer={pointer} onSelect={setPointer} />}
        {tab === "Canonical" && (
          <Scroll kind="canonical" label="Canonical form">
            {document?.canonical}
          </Scroll>
        )}
        {tab === "Changes" && <Changes before={cardBefore ?? ""} now={document?.source ?? ""} />}
        {tab === "Extended" && <Extended connection={agent.connection} />}
      </section>
      <Findings document={document} notes={agent.notes} onJump={jump} />
    </div>
  );
}

/** The links on a card, by their names: `documentationUrl` is "Documentation". */
function linksOf(card: Connected["card"]): [name: string, link: string][] {
  return Object.entries(card).flatMap(([member, value]) => {
    const [, first = "", rest = ""] = /^(\w)(\w*)Url$/.exec(member) ?? [];
    return first !== "" && typeof value === "string" ? [[first.toUpperCase() + rest, value]] : [];
  });
}

function Overview({ connected: { card, offers, address } }: { connected: Connected }) {
  const capabilities = Object.entries(card.capabilities).flatMap(([name, value]) => (value === true ? [name] : []));
  return (
    <Scroll kind="scroll overview" label="Overview">
      <p>{card.description}</p>
      <dl>
        <dt>Address</dt>
        <dd>{address}</dd>
        <dt>Version</dt>
        <dd>{card.version}</dd>
        {card.provider && (
          <>
            <dt>Provider</dt>
            <dd>
              {card.provider.organization} {safeLink(card.provider.url)}
            </dd>
          </>
        )}
        {linksOf(card).map(([name, link]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{safeLink(link)}</dd>
          </Fragment>
        ))}
        <dt>Capabilities</dt>
        <dd>{capabilities.join(", ") || "none"}</dd>
        <dt>Security</dt>
        <dd>{Object.keys(card.securitySchemes ?? {}).join(", ") || "none"}</dd>
      </dl>
      <h3>Interfaces</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Binding</th>
            <th scope="col">URL</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ version, binding, url }, index) => (
            <tr key={index}>
              <td>{version}</td>
              <td>{binding}</td>
              <td>{url}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>Skills</h3>
      {card.skills.map((skill) => (
        <div key={skill.id} class="skill">
          <strong>{skill.name}</strong> <code>{skill.id}</code>
          <p>{skill.description}</p>
          <p class="tags">
            {(skill.tags ?? []).map((tag) => (
              <span key={tag} class="chip">
                {tag}
              </span>
            ))}
          </p>
        </div>
      ))}
    </Scroll>
  );
}

function Source({
  document,
  connected,
  pointer,
  onSelect,
}: {
  document: CardDocument | undefined;
  connected: Connected;
  pointer: string | undefined;
  onSelect(pointer: string): void;
}) {
  const value = useMemo(() => parsed(document?.source) ?? connected.card, [document, connected]);
  return <JsonView value={value} label="Card" pointer={pointer} onSelect={onSelect} />;
}

function Extended({ connection }: { connection: number }) {
  const [card, setCard] = useState<unknown>(undefined);
  const [error, setError] = useState("");
  const load = () => {
    api.call("getExtendedAgentCard", {}, { connection }).then(setCard, (failure: Error) => setError(failure.message));
  };
  if (card !== undefined) return <JsonView value={card} label="Extended card" />;
  return (
    <p class="blank">
      <button type="button" onClick={load}>
        Fetch the extended card
      </button>
      {error !== "" && <span class="error">{error}</span>}
    </p>
  );
}

/** Lines that only one of the two cards has. */
function Changes({ before, now }: { before: string; now: string }) {
  const lines = (text: string) => JSON.stringify(parsed(text) ?? text, undefined, 2).split("\n");
  const [old, fresh] = [lines(before), lines(now)];
  const [had, has] = [new Set(old), new Set(fresh)];
  return (
    <pre class="canonical">
      {old
        .filter((line) => !has.has(line))
        .map((line) => (
          <del key={line}>{`- ${line}\n`}</del>
        ))}
      {fresh
        .filter((line) => !had.has(line))
        .map((line) => (
          <ins key={line}>{`+ ${line}\n`}</ins>
        ))}
    </pre>
  );
}

function Findings({
  document,
  notes,
  onJump,
}: {
  document: CardDocument | undefined;
  notes: readonly string[];
  onJump(pointer: string): void;
}) {
  const findings = document?.findings ?? [];
  const { outcome, detail } = document?.signature ?? { outcome: "absent", detail: "the agent has no readable card" };
  return (
    <section class="pane" aria-label="Findings">
      <div class="pane-head">
        <h2>Findings</h2>
        <span class="muted">{findings.length === 0 ? "none" : findings.length}</span>
      </div>
      <Scroll label="Findings and signature">
        <p class={`signature signature-${outcome}`}>
          <strong>Signature {outcome}</strong> {detail}
        </p>
        {notes.map((note) => (
          <p key={note} class="note">
            {note}
          </p>
        ))}
        <ul class="findings">
          {findings.map((finding, index) => (
            <li key={index}>
              <button type="button" onClick={() => onJump(finding.pointer)}>
                <span class={`severity severity-${finding.severity}`}>{finding.severity}</span>
                <code>{finding.rule}</code>
                <code class="pointer">{finding.pointer || "/"}</code>
                <span class="finding-text">{finding.message}</span>
                <small>
                  {finding.fix} {finding.section !== "" && `(specification ${finding.section})`}
                </small>
              </button>
            </li>
          ))}
        </ul>
      </Scroll>
    </section>
  );
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
