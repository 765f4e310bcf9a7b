import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { sharedCompilerOptions, userCompilerOptions } from "./compiler.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const convenient = `
import { connect, type Part, type StreamResponse, streamedText } from "@a2a/client";
import type { OAuthFlows, SecurityScheme, SendMessageResponse } from "@a2a/types";

export async function read(): Promise<string | undefined> {
  const agent = await connect("https://agent.example");
  for await (const event of agent.stream("hi")) {
    const parts: Part[] = event.artifactUpdate?.artifact.parts ?? event.message?.parts ?? [];
    if (event.gap) return event.gap.taskId;
    if (event.statusUpdate) return event.statusUpdate.status.state;
    if (parts[0]?.text) return parts[0].text.trim();
  }
  return (await agent.send("hi")).task?.id;
}

export async function print(): Promise<void> {
  const agent = await connect("https://agent.example");
  for await (const text of streamedText(agent.stream("hi"))) console.log(text.length);
}

export function narrow(response: SendMessageResponse): string {
  if (response.task) return response.task.id;
  return response.message.messageId;
}

export function last(event: StreamResponse): string {
  if (event.task) return event.task.id;
  if (event.message) return event.message.messageId;
  if (event.statusUpdate) return event.statusUpdate.taskId;
  return event.artifactUpdate.artifact.artifactId;
}

export function content(part: Part): string {
  if (part.text !== undefined) return part.text;
  if (part.raw !== undefined) return part.raw;
  if (part.url !== undefined) return part.url;
  const data = part.data;
  return JSON.stringify(data);
}

export function scheme(given: SecurityScheme, flows: OAuthFlows): (string | undefined)[] {
  const { apiKeySecurityScheme } = given;
  return [apiKeySecurityScheme?.name, given.oauth2SecurityScheme?.oauth2MetadataUrl, flows.deviceCode?.tokenUrl];
}
`;

const mistaken = `
import type { SendMessageResponse } from "@a2a/types";
export const both = (response: SendMessageResponse): string => response.task.id;
export const neither: SendMessageResponse = {};
export const two: SendMessageResponse = { task: { id: "t", status: { state: "TASK_STATE_WORKING" } }, message: { messageId: "m", role: "ROLE_USER", parts: [] } };
`;

describe.each([
  ["a new project", userCompilerOptions(root)],
  ["this repository, with exactOptionalPropertyTypes", sharedCompilerOptions(root)],
])("values of the model in %s", (_, options) => {
  it("can be read without narrowing, and narrow by their members", () => {
    expect(messages(convenient, options)).toEqual([]);
  });

  it("still have exactly one of the members", () => {
    const [undefinedMember, none, two] = messages(mistaken, options);
    expect(undefinedMember).toContain("'response.task' is possibly 'undefined'");
    expect(none).toContain("Type '{}' is not assignable to type");
    expect(two).toContain("is not assignable to type");
  });
});

function messages(source: string, options: ts.CompilerOptions): string[] {
  const path = join(root, "apps/demo/src/convenient-values-program.ts");
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.fileExists = (file) => file === path || ts.sys.fileExists(file);
  host.getSourceFile = (file, version, ...rest) =>
    file === path ? ts.createSourceFile(file, source, version) : read(file, version, ...rest);
  const program = ts.createProgram([path], options, host);
  const file = program.getSourceFile(path);
  if (!file) throw new Error("the compiler did not read the program");
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, " "),
  );
}
