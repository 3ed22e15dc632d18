import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

interface Dashboard {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
}

const read = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../docs/monitoring', name), 'utf8');
const { groups } = parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('dashboard.json')) as Dashboard;

const text = await (await fetch(`${inject('all').metricsUrl}/metrics`)).text();
const exposed = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));

/** Returns the names of the metrics in a query, without the suffixes `_bucket`, `_sum` and `_count`. */
const metricsIn = (query: string): string[] =>
  [...query.matchAll(/\bimprimatur_\w+/g)].map(([name]) =>
    name.replace(/_(bucket|sum|count)$/, ''),
  );

describe.each([
  ['alert', rules.map(({ alert, expr }) => [alert, expr] as const)],
  [
    'panel',
    panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ],
])('each %s', (_, queries) => {
  it.each(queries)('uses only metrics that exist: %s', (_name, query) => {
    const named = metricsIn(query);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !exposed.has(name))).toEqual([]);
  });
});
