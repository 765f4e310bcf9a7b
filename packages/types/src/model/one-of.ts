/**
 * A union of objects that each have one of the members. The others are declared, and never there: reading one gives `undefined` without
 * narrowing first, and testing one narrows.
 */
export type OneOf<Members> = {
  [Name in keyof Members]: Flat<Pick<Members, Name> & { [Other in Exclude<keyof Members, Name>]?: never }>;
}[keyof Members];

type Flat<T> = T extends infer U ? { [Name in keyof U]: U[Name] } : never;
