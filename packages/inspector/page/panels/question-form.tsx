import { useState } from "preact/hooks";
import { Failure } from "../parts/failure.tsx";
import { choiceText, type FormField, filledForm } from "../parts/form-fields.ts";
import { api } from "../state/api.ts";

/** A form for a question that carries a JSON Schema. The answer is a message with one JSON part. */
export function QuestionForm({
  fields,
  taskId,
  connection,
  streams,
}: {
  fields: readonly FormField[];
  taskId: string;
  connection: number;
  streams: boolean;
}) {
  const [entered, setEntered] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState("");
  const send = async () => {
    setError("");
    try {
      const data = filledForm(fields, entered);
      await api.send({ connection, parts: [{ data }], mode: streams ? "stream" : "wait", taskId });
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <form
      class="question-form"
      aria-label="Form"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {fields.map((field) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the input is within FieldInput.
        <label key={field.name} class={field.kind === "boolean" ? "inline" : undefined}>
          <span>
            {field.label}
            {field.isRequired && field.kind !== "boolean" ? " *" : ""}
          </span>
          <FieldInput
            field={field}
            value={entered[field.name] ?? field.initial}
            onValue={(value) => setEntered({ ...entered, [field.name]: value })}
          />
          {field.description !== "" && <small>{field.description}</small>}
        </label>
      ))}
      <button type="submit" class="primary">
        Answer with this form
      </button>
      <Failure reason={error} />
    </form>
  );
}

function FieldInput({
  field: { kind, isRequired, isInteger, min, max, choices },
  value,
  onValue,
}: {
  field: FormField;
  value: string;
  onValue(value: string): void;
}) {
  switch (kind) {
    case "boolean":
      return (
        <input
          type="checkbox"
          checked={value === "true"}
          onChange={({ currentTarget }) => onValue(String(currentTarget.checked))}
        />
      );
    case "choice":
      return (
        <select required={isRequired} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
          <option value="" />
          {choices.map((choice, index) => (
            <option key={index} value={String(index)}>
              {choiceText(choice)}
            </option>
          ))}
        </select>
      );
    case "json":
      return (
        <textarea
          class="code"
          rows={3}
          required={isRequired}
          placeholder="JSON"
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      );
    case "number":
      return (
        <input
          type="number"
          required={isRequired}
          step={isInteger ? 1 : "any"}
          {...(min !== undefined && { min })}
          {...(max !== undefined && { max })}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      );
    case "text":
      return (
        <input
          type="text"
          required={isRequired}
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      );
  }
}
