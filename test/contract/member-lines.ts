/** The part of a JSON schema that `memberLines` reads. */
interface Schema {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly items?: object;
  readonly description?: string;
}

/** Keywords that are left out, because they have lines of their own, or because other tests compare them. */
const LEFT_OUT = new Set(['properties', 'required', 'items', 'description', 'examples']);

/**
 * Describes a schema in lines, one for each member and each element, so that a reviewer can read a change: the path, `*`
 * if the member is required, its keywords, and with `described` its description.
 */
export function memberLines(path: string, schema: object, described: boolean): string[] {
  const { properties = {}, required = [], items, description = '' } = schema as Schema;
  const keywords = Object.entries(schema)
    .filter(([keyword]) => !LEFT_OUT.has(keyword))
    .map(([keyword, value]) => `${keyword} ${JSON.stringify(value)}`);
  return [
    [path, ...keywords, ...(described && description ? [`— ${description}`] : [])].join(' '),
    ...Object.entries(properties).flatMap(([name, member]) =>
      memberLines(`${path}.${name}${required.includes(name) ? '*' : ''}`, member, described),
    ),
    ...(items ? memberLines(`${path}[]`, items, described) : []),
  ];
}
