import type { AuthChoice } from "../../src/protocol/api.ts";

export type AuthKind = "none" | AuthChoice["kind"];

const KINDS: Readonly<Record<AuthKind, string>> = {
  none: "No credentials",
  bearer: "Bearer token",
  apiKey: "API key",
  basic: "User and password",
  login: "OAuth login",
  client: "OAuth client",
  header: "Any header",
};

const FIELDS: Readonly<Record<AuthKind, readonly { name: string; label: string; isSecret: boolean }[]>> = {
  none: [],
  bearer: [{ name: "token", label: "Token", isSecret: true }],
  apiKey: [{ name: "key", label: "Key", isSecret: true }],
  basic: [
    { name: "username", label: "User", isSecret: false },
    { name: "password", label: "Password", isSecret: true },
  ],
  login: [{ name: "clientId", label: "Client id", isSecret: false }],
  client: [
    { name: "clientId", label: "Client id", isSecret: false },
    { name: "clientSecret", label: "Client secret", isSecret: true },
  ],
  header: [
    { name: "name", label: "Header", isSecret: false },
    { name: "value", label: "Value", isSecret: true },
  ],
};

/** The credential that the fields hold; none while one of them is empty. */
export function authOf(kind: AuthKind, fields: Readonly<Record<string, string>>): AuthChoice | undefined {
  if (kind === "none" || FIELDS[kind].some(({ name }) => (fields[name] ?? "") === "")) return undefined;
  const values = Object.fromEntries(FIELDS[kind].map(({ name }) => [name, fields[name]]));
  return { kind, ...values } as unknown as AuthChoice; // FIELDS names the members of each kind
}

/** The choice of a credential. */
export function AuthFields({
  kind,
  fields,
  onKind,
  onFields,
}: {
  kind: AuthKind;
  fields: Readonly<Record<string, string>>;
  onKind(kind: AuthKind): void;
  onFields(fields: Record<string, string>): void;
}) {
  return (
    <>
      <select
        aria-label="Credentials"
        value={kind}
        onChange={({ currentTarget }) => onKind(currentTarget.value as AuthKind)} // one of the options
      >
        {Object.entries(KINDS).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {FIELDS[kind].map(({ name, label, isSecret }) => {
        const field = {
          key: `${kind} ${name}`,
          "aria-label": label,
          placeholder: label,
          class: "credential",
          autocomplete: "off",
          value: fields[name] ?? "",
          onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
            onFields({ ...fields, [name]: currentTarget.value }),
        };
        return isSecret ? <input type="password" {...field} /> : <input type="text" {...field} />;
      })}
    </>
  );
}
