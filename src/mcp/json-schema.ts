/** A JSON Schema (2020-12), as far as every client understands it: nothing referenced, one type each. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The schema of an object, member by member. */
export interface ObjectSchema extends JsonSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}
