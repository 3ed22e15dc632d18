import { createHash } from 'node:crypto';
import { AuditLines } from '../../src/audit/audit-lines.js';
import { checksumsText } from '../../src/signatures/evidence-files.js';

/** The files of a folder, by name. */
export type Files = ReadonlyMap<string, Buffer>;

/** One change of a folder, of which `verify` must name something. */
export interface Tampering {
  readonly what: string;
  readonly apply: (files: Map<string, Buffer>) => void;
}

type Json = Readonly<Record<string, unknown>>;

/** Makes every single change of every file in a folder of evidence that a check can find. */
export function tamperingsOf(files: Files): Tampering[] {
  const names = [...files.keys()].filter((name) => name !== 'SHA256SUMS');
  const isWhollyErased = !names.some((name) => /\.(?:md|jws)$/.test(name));
  return [
    ...names.filter((name) => !isUnpinned(name, names)).flatMap((name) => ofName(name, names)),
    ...names.filter((name) => name.endsWith('.md')).flatMap((name) => ofMarkdown(name, files)),
    ...names
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => ofJson(name, files, isWhollyErased)),
    ...names.filter((name) => /\.jws/.test(name) && !isUnpinned(name, names)).flatMap(ofRecord),
    ...ofAudit(files),
    {
      what: 'a file is added',
      apply: (all: Map<string, Buffer>) => all.set('note.txt', Buffer.from('x')),
    },
  ];
}

/** The place of a record in the chain, by its name. */
function positionOf(file: string): number {
  const [, version, number] = /^version-(\d+)(?:\.record-(\d+))?\.jws/.exec(file)!;
  return Number(version) * 1_000 + Number(number ?? 999);
}

/** Whether a file is the hash of an erased record that no later record names. Nothing proves such a hash. */
function isUnpinned(name: string, names: readonly string[]): boolean {
  if (!name.endsWith('.sha256')) return false;
  const chain = names
    .filter((file) => file.includes('.jws'))
    .toSorted((one, other) => positionOf(one) - positionOf(other));
  return chain[chain.indexOf(name) + 1]?.endsWith('.jws') !== true;
}

/** Writes `SHA256SUMS` anew, like a person who changes files on purpose. */
export function sumAnew(files: Map<string, Buffer>): void {
  files.delete('SHA256SUMS');
  const hashes = [...files].map(
    ([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')] as const,
  );
  files.set('SHA256SUMS', Buffer.from(checksumsText(new Map(hashes))));
}

const edit =
  (name: string, change: (text: string) => string) =>
  (files: Map<string, Buffer>): void =>
    void files.set(name, Buffer.from(change(files.get(name)!.toString('latin1')), 'latin1'));

function ofName(name: string, names: readonly string[]): Tampering[] {
  const [kind] = /(?:\.record-\d+)?\.(?:md|jws|jws\.sha256|decision\.json)$/.exec(name) ?? [];
  const renamed = kind === undefined ? `old-${name}` : `version-987${kind}`;
  const other = names.find(
    (each) =>
      each !== name && kind !== undefined && each.endsWith(kind) && !isUnpinned(each, names),
  );
  return [
    { what: `${name} is deleted`, apply: (files) => void files.delete(name) },
    {
      what: `${name} is renamed`,
      apply: (files) => {
        files.set(renamed, files.get(name)!);
        files.delete(name);
      },
    },
    { what: `${name} is copied`, apply: (files) => void files.set(renamed, files.get(name)!) },
    { what: `${name} is empty`, apply: (files) => void files.set(name, Buffer.alloc(0)) },
    ...(other === undefined
      ? []
      : [
          {
            what: `${name} and ${other} are swapped`,
            apply: (files: Map<string, Buffer>) => {
              const one = files.get(name)!;
              files.set(name, files.get(other)!);
              files.set(other, one);
            },
          },
        ]),
  ];
}

function ofMarkdown(name: string, files: Files): Tampering[] {
  const lines = files.get(name)!.toString('latin1').split('\n');
  const places = lines.slice(0, lines.indexOf('---', 1) + 2).map((_, place) => place);
  const withLines = (what: string, change: (at: number, all: string[]) => void): Tampering[] =>
    places.map((place) => ({
      what: `${what} at line ${place} of ${name}`,
      apply: edit(name, (text) => {
        const all = text.split('\n');
        change(place, all);
        return all.join('\n');
      }),
    }));
  return [
    ...withLines('a comment', (at, all) => (all[at] += ' # by the Board')),
    ...withLines('a line', (at, all) => all.splice(at + 1, 0, '# Approved by the Pope')),
    ...withLines('a carriage return', (at, all) => (all[at] += '\r')),
    ...withLines('a missing line', (at, all) => all.splice(at, 1)),
    ...withLines('a line twice', (at, all) => all.splice(at, 0, all[at]!)),
    { what: `${name} has more text`, apply: edit(name, (text) => `${text} And more.`) },
    { what: `${name} has another text`, apply: edit(name, (text) => text.replace(/\w$/m, 'Q')) },
  ].filter(({ apply }) => {
    const copy = new Map(files);
    apply(copy);
    return !copy.get(name)!.equals(files.get(name)!);
  });
}

function ofJson(name: string, files: Files, isWhollyErased: boolean): Tampering[] {
  const value = JSON.parse(files.get(name)!.toString()) as Json;
  // Nothing but the file itself states when an erased version was released, and the address of an erased document.
  const claims = new Set([
    ...(value['erased'] && 'publishedAt' in value ? ['publishedAt'] : []),
    ...(isWhollyErased ? ['locale', 'slug'] : []),
    // Keys that signed no record of the document are only stated, too: changes of keys are tried by `kid`.
    ...(name === 'jwks.json' ? ['keys'] : []),
    // What approvers noted is a statement of the publisher.
    ...(name === 'notes.json' ? ['notes'] : []),
  ]);
  const set = (path: readonly string[], change: (owner: Record<string, unknown>) => void) =>
    edit(name, (text) => {
      const whole = JSON.parse(text) as Record<string, unknown>;
      change(path.reduce((at, key) => at[key] as Record<string, unknown>, whole));
      return `${JSON.stringify(whole, null, 2)}\n`;
    });
  const tamperings: Tampering[] = [
    { what: `a space in ${name}`, apply: edit(name, (text) => ` ${text}`) },
    { what: `${name} is null`, apply: edit(name, () => 'null\n') },
  ];
  const visit = (at: unknown, path: readonly string[]): void => {
    if (typeof at !== 'object' || at === null || Array.isArray(at)) return;
    tamperings.push({
      what: `a member in ${path.join('.')} of ${name}`,
      apply: set(path, (owner) => (owner['constructor'] = 'x')),
    });
    for (const [key, member] of Object.entries(at)) {
      if (path.length === 0 && claims.has(key)) continue;
      const what = `${[...path, key].join('.')} of ${name}`;
      const changed = typeof member === 'string' ? `${member}x` : 7_777;
      tamperings.push(
        { what: `${what} is changed`, apply: set(path, (owner) => (owner[key] = changed)) },
        { what: `${what} is deleted`, apply: set(path, (owner) => delete owner[key]) },
      );
      // Of the decision on an erased version, only the decision itself states how it was approved.
      const isClaim = key === 'via' && value['erased'] !== null;
      if (member !== null && !isClaim) {
        tamperings.push({
          what: `${what} is null`,
          apply: set(path, (owner) => (owner[key] = null)),
        });
      }
      visit(member, [...path, key]);
    }
  };
  visit(value, []);
  return tamperings;
}

const ofRecord = (name: string): Tampering[] => [
  { what: `${name} is cut`, apply: edit(name, (text) => text.slice(0, -3)) },
  {
    what: `${name} has another sign`,
    apply: edit(
      name,
      (text) => text.slice(0, 40) + (text[40] === '1' ? '2' : '1') + text.slice(41),
    ),
  },
];

interface Line extends Json {
  readonly action: string;
}

/** Members of an audit line with which decisions are compared. */
const MEMBERS = [
  'version',
  'channel',
  'keyId',
  'requestId',
  'accountId',
  'publicationId',
  'time',
] as const;

function ofAudit(files: Files): Tampering[] {
  const name = 'audit.jsonl';
  const lines = files.get(name)!.toString().split('\n').slice(0, -1);
  const parsed = lines.map((line) => JSON.parse(line) as Line);
  const decided = new Set(
    [...files.keys()]
      .filter((file) => file.endsWith('.decision.json'))
      .map((file) => JSON.parse(files.get(file)!.toString()) as { decision: { id: string } | null })
      .map(({ decision }) => decision?.id),
  );
  const isDecision = (line: Line): boolean => decided.has(line['id'] as string);
  const lastDecision = parsed.findLastIndex(isDecision);
  const write = (all: readonly string[]) => (copy: Map<string, Buffer>) =>
    void copy.set(name, Buffer.from(all.map((line) => `${line}\n`).join('')));
  const chained = (all: readonly object[]) => (copy: Map<string, Buffer>) => {
    const chain = new AuditLines();
    copy.set(name, Buffer.from(all.map((line) => chain.add(line)).join('')));
  };
  const entries = parsed.map(({ previous: _, sha256: __, ...entry }) => entry as unknown as Line);
  const found: Tampering[] = [{ what: 'all lines of the audit are deleted', apply: write([]) }];
  for (const [place, line] of lines.entries()) {
    const what = `line ${place} of the audit`;
    const changed = line.replace('"channel":"', '"channel":"x');
    found.push(
      { what: `${what} is changed`, apply: write(lines.with(place, changed)) },
      { what: `${what} is there twice`, apply: write(lines.toSpliced(place, 0, line)) },
    );
    if (place <= lastDecision) {
      found.push({ what: `${what} is deleted`, apply: write(lines.toSpliced(place, 1)) });
    }
    const entry = entries[place]!;
    if (!isDecision(entry)) continue;
    for (const member of MEMBERS) {
      const other = { ...entry, [member]: 'x' };
      found.push({
        what: `${member} of ${what} is changed, and the chain made anew`,
        apply: chained(entries.with(place, other)),
      });
    }
    found.push({
      what: `${what} is deleted, and the chain made anew`,
      apply: chained(entries.toSpliced(place, 1)),
    });
  }
  return found;
}
