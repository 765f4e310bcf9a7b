import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentUnderTest } from "../acts/agent-under-test.ts";
import { type ActsBinding, type ActsTest, corpusFolder, objectIn, readCorpus } from "../acts/corpus.ts";
import { GrpcAgent } from "../acts/grpc-agent.ts";
import { type AgentAddress, HttpAgent } from "../acts/http-agent.ts";
import { runTest } from "../acts/run-test.ts";
import { commitOf } from "./commit-of.ts";
import type { KitTest, Level, PreparedKit } from "./kit.ts";
import type { Setup } from "./setups.ts";

/** Prepares a checkout that has the ACTS corpus; `undefined` for any other. */
export function prepareActs(folder: string): PreparedKit | undefined {
  const corpus = corpusFolder(folder);
  if (corpus === undefined) return undefined;
  const tests = readCorpus(corpus);
  return { name: "ACTS", version: "1.0", commit: commitOf(folder), run: (setup) => runCorpus(tests, setup) };
}

const BINDINGS: readonly ActsBinding[] = ["jsonrpc", "rest", "grpc"];

async function runCorpus(tests: readonly ActsTest[], setup: Setup): Promise<KitTest[]> {
  await using webhook = await receiveWebhooks();
  const results: KitTest[] = [];
  for (const binding of BINDINGS) {
    const otherUserTaskId = await taskOf({ ...setup.secured, headers: setup.otherCaller });
    const variables = { webhookUrl: webhook.url, otherUserTaskId, insufficientAuthToken: setup.powerlessToken };
    for (const test of tests.filter(({ bindings }) => bindings.includes(binding))) {
      const address = addressFor(test, setup);
      await using agent = await openAgent(address, binding);
      const about = { test: `${test.id} (${binding})`, level: test.level.toUpperCase() as Level };
      const unmet = unmetCapability(test, agent, address);
      if (unmet !== undefined) {
        results.push({ ...about, outcome: "skipped", message: unmet });
        continue;
      }
      const failure = await runTest(test, agent, variables);
      results.push(
        failure === undefined ? { ...about, outcome: "passed" } : { ...about, outcome: "failed", message: failure },
      );
    }
  }
  return results;
}

function openAgent(address: AgentAddress, binding: ActsBinding): Promise<AgentUnderTest> {
  return binding === "grpc" ? GrpcAgent.open(address) : HttpAgent.open(address, binding);
}

/** The agent that has, and lacks, the capabilities that a test names. */
function addressFor({ capabilities }: ActsTest, { open, secured, bare }: Setup): AgentAddress {
  if (capabilities.authentication || capabilities.extendedAgentCard) return secured;
  return Object.values(capabilities).includes(false) ? bare : open;
}

/** The first capability that is not as a test wants it. `authentication` is none of the protocol's; it means that credentials are asked for. */
function unmetCapability({ capabilities }: ActsTest, agent: AgentUnderTest, address: AgentAddress): string | undefined {
  const has = (name: string) =>
    name === "authentication" ? address.headers !== undefined : agent.capabilities[name] === true;
  const unmet = Object.entries(capabilities).find(([name, wanted]) => has(name) !== wanted);
  return unmet && `needs a card with ${unmet[0]}: ${unmet[1]}`;
}

/** A task of a caller, for tests about the tasks of others. */
async function taskOf(address: AgentAddress): Promise<string> {
  await using agent = await HttpAgent.open(address, "jsonrpc");
  const message = { role: "ROLE_USER", parts: [{ text: "tck-complete-task" }] };
  const { body } = await agent.call("send_message", { message });
  return String(objectIn(objectIn(body).task).id);
}

async function receiveWebhooks(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
