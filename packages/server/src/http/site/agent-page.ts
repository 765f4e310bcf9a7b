import type { Answer } from "@a2a/bridge";
import type { AgentCard } from "@a2a/types";

/** The page that a browser gets at the root of an agent. */
export function agentPage(card: AgentCard, base: string): Answer {
  const skills = card.skills.map(
    ({ name, description }) => `<li><b>${escapeHtml(name)}</b>: ${escapeHtml(description)}</li>`,
  );
  const interfaces = card.supportedInterfaces.map(
    ({ protocolBinding, protocolVersion, url }) =>
      `<li>${escapeHtml(protocolBinding)}, protocol version ${escapeHtml(protocolVersion)}: <code>${escapeHtml(url)}</code></li>`,
  );
  return htmlPage(
    card.name,
    `<p>${escapeHtml(card.description)}</p>
<h2>Skills</h2>
<ul>${skills.join("")}</ul>
<h2>How to call it</h2>
<p>This is an agent of the A2A protocol: programs call it. Its <a href="${escapeHtml(`${base}/.well-known/agent-card.json`)}">agent card</a> says how.</p>
<ul>${interfaces.join("")}</ul>`,
  );
}

/** The page that a browser gets at the root of a server with several agents. */
export function agentsPage(agents: readonly { readonly card: AgentCard; readonly base: string }[]): Answer {
  const items = agents.map(
    ({ card, base }) =>
      `<li><a href="${escapeHtml(base)}">${escapeHtml(card.name)}</a>: ${escapeHtml(card.description)}</li>`,
  );
  return htmlPage("Agents", `<ul>${items.join("")}</ul>`);
}

function htmlPage(title: string, content: string): Answer {
  const name = escapeHtml(title);
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      // No scripts, no styles, no frames: nothing that a card holds can do more than be read.
      "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cache-Control": "no-cache",
      Vary: "Accept",
    },
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${name}</title></head>
<body>
<h1>${name}</h1>
${content}
</body>
</html>
`,
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
