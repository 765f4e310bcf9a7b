import type { Part } from "@a2a/types";
import { useRef, useState } from "preact/hooks";
import type { SendRequest } from "../../src/protocol/api.ts";
import { Failure } from "../parts/failure.tsx";
import { Icon } from "../parts/icons.tsx";
import { sizeOf } from "../parts/part-view.tsx";
import { api } from "../state/api.ts";

/** The largest file that is sent as a part. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** Writes a message: text, files (also dropped) and JSON, in one message. */
export function Composer({
  connection,
  taskId,
  contextId,
  streams,
}: {
  connection: number;
  taskId: string | undefined;
  contextId: string | undefined;
  streams: boolean;
}) {
  const [text, setText] = useState("");
  const [data, setData] = useState<string | undefined>(undefined);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [mode, setMode] = useState<SendRequest["mode"]>("stream");
  const [error, setError] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const add = (list: FileList | null | undefined) => {
    const given = [...(list ?? [])];
    const large = given.find(({ size }) => size > MAX_FILE_BYTES);
    setError(large ? `${large.name} is larger than ${sizeOf(MAX_FILE_BYTES)}` : "");
    setFiles([...files, ...given.filter(({ size }) => size <= MAX_FILE_BYTES)]);
  };
  const send = async () => {
    setError("");
    try {
      const parts = await partsOf(text, files, data);
      if (parts.length === 0) return;
      await api.send({
        connection,
        parts,
        mode: streams ? mode : mode === "stream" ? "wait" : mode,
        ...(taskId !== undefined && { taskId }),
        ...(contextId !== undefined && { contextId }),
      });
      setText("");
      setFiles([]);
      setData(undefined);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer?.files);
      }}
    >
      {files.length > 0 && (
        <ul class="attachments">
          {files.map((file, index) => (
            <li key={index}>
              {file.name} <small>{sizeOf(file.size)}</small>
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${file.name}`}
                onClick={() => setFiles(files.filter((_, other) => other !== index))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (
        <textarea
          aria-label="JSON part"
          class="code"
          rows={4}
          value={data}
          placeholder='{"amount": 50000}'
          onInput={({ currentTarget }) => setData(currentTarget.value)}
        />
      )}
      <textarea
        aria-label={taskId === undefined ? "Message" : "Answer"}
        rows={1}
        value={text}
        placeholder={taskId === undefined ? "Message the agent" : "Answer the question"}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <div class="composer-actions">
        <input ref={picker} type="file" multiple hidden onChange={({ currentTarget }) => add(currentTarget.files)} />
        <button type="button" class="quiet" onClick={() => picker.current?.click()}>
          <Icon name="attach" /> <span class="label">Add files</span>
        </button>
        <button
          type="button"
          class="quiet"
          aria-pressed={data !== undefined}
          onClick={() => setData(data === undefined ? "" : undefined)}
        >
          <Icon name="braces" /> <span class="label">Add JSON</span>
        </button>
        <span class="spring" />
        <select
          aria-label="How to send"
          value={mode}
          onChange={({ currentTarget }) => setMode(currentTarget.value as SendRequest["mode"])} // one of the options
        >
          <option value="stream">Stream</option>
          <option value="wait">Wait for the result</option>
          <option value="async">Return at once</option>
        </select>
        <button type="submit" class="primary">
          {taskId === undefined ? "Send" : "Answer"}
        </button>
      </div>
      <Failure reason={error} />
    </form>
  );
}

async function partsOf(text: string, files: readonly File[], data: string | undefined): Promise<Part[]> {
  const parts: Part[] = text.trim() === "" ? [] : [{ text }];
  for (const file of files) {
    const mediaType = file.type === "" ? "application/octet-stream" : file.type;
    parts.push({ raw: base64(new Uint8Array(await file.arrayBuffer())), filename: file.name, mediaType });
  }
  if (data !== undefined && data.trim() !== "") {
    try {
      parts.push({ data: JSON.parse(data) });
    } catch (error) {
      throw new Error(`The JSON part is not JSON: ${(error as Error).message}`);
    }
  }
  return parts;
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}
