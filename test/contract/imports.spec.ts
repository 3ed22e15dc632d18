import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cruiseTree, importRules, violationsIn, type Violation } from './import-rules.js';
import { projectFiles, projectRoot } from './project-files.js';
import { sampleTree } from './sample-tree.js';

/** Imports that a rule must refuse. */
const refused = `
platform-imports: src/platform/http/problem.filter.ts → src/accounts/plan.ts
rendering-imports: src/rendering/render-markdown.ts → src/search/tokenise.ts
audit-imports: src/audit/audit.module.ts → src/accounts/accounts.module.ts
docs-imports: src/docs/docs.module.ts → src/publications/publications.module.ts
first-start-imports: src/first-start/welcome.ts → src/quota/usage.ts
accounts-imports: src/accounts/accounts.service.ts → src/keys/keys.service.ts
releases-imports: src/releases/releases.service.ts → src/publications/dto/fields.ts
search-imports: src/search/search.service.ts → src/site/site.service.ts
keys-imports: src/keys/keys.service.ts → src/quota/quota.service.ts
quota-imports: src/quota/quota.service.ts → src/writes/write.ts
pictures-imports: src/pictures/pictures.service.ts → src/releases/revisions.service.ts
writes-imports: src/writes/accepted-writes.service.ts → src/site/site.service.ts
documents-imports: src/documents/document.ts → src/keys/actor.ts
writes-imports: src/writes/accepted-writes.service.ts → src/publications/publications.service.ts
previews-imports: src/previews/previews.service.ts → src/publications/dto/fields.ts
reviews-imports: src/reviews/reviews.service.ts → src/site/page-cache.ts
signatures-imports: src/signatures/record.ts → src/documents/release-facts.ts
versions-imports: src/versions/versions.service.ts → src/releases/release-waits.service.ts
verify-imports: src/verify/read-record.ts → src/documents/release-facts.ts
evidence-imports: src/evidence/evidence-files.ts → src/releases/release-waits.service.ts
housekeeping-imports: src/housekeeping/housekeeping.service.ts → src/site/page-cache.ts
desk-imports: src/desk/desk.service.ts → src/search/search.service.ts
site-imports: src/site/site.service.ts → src/documents/publication-state.ts
publications-imports: src/publications/publications.service.ts → src/site/site.service.ts
publications-imports: src/publications/publications.service.ts → src/quota/quota.service.ts
publications-imports: src/publications/publications.service.ts → src/main.ts
releases-imports: src/releases/release-steps.service.ts → src/quota/usage.ts
erasure-imports: src/erasure/erasing.service.ts → src/releases/releases.service.ts
transfer-imports: src/transfer/imports.service.ts → src/releases/releases.service.ts
mcp-imports: src/mcp/mcp.service.ts → src/operator/table.ts
operator-imports: src/operator/accounts.command.ts → src/mcp/mcp.service.ts
operator-imports: src/operator/accounts.command.ts → src/cli.ts
entity-looks-down: src/accounts/account.entity.ts → src/accounts/accounts.service.ts
repository-looks-down: src/keys/keys.repository.ts → src/keys/keys.service.ts
repository-looks-down: src/quota/quota.statements.ts → src/quota/quota.controller.ts
service-looks-down: src/keys/keys.service.ts → src/keys/bearer.guard.ts
interface-looks-down: src/keys/bearer.guard.ts → src/keys/keys.module.ts
interface-calls-services: src/site/pages.controller.ts → src/site/released-pages.repository.ts
interface-calls-services: src/keys/bearer.guard.ts → src/keys/publisher-key.entity.ts
interface-calls-services: src/operator/accounts.command.ts → src/accounts/account.entity.ts
interface-calls-services: src/mcp/publish-tool.ts → src/releases/releases.statements.ts
storage-stays-home: src/keys/keys.repository.ts → src/accounts/account.entity.ts
storage-stays-home: src/site/site.service.ts → src/search/search.repository.ts
storage-stays-home: src/quota/quota.service.ts → src/accounts/accounts.statements.ts
storage-stays-home: src/app.module.ts → src/accounts/account.entity.ts
entity-is-columns: src/publications/revision.entity.ts → src/publications/publication.entity.ts
only-modules-import-controllers: src/site/feeds.controller.ts → src/site/pages.controller.ts
only-modules-import-controllers: src/main.ts → src/site/pages.controller.ts
release-queue-stands-alone: src/releases/release-jobs.service.ts → src/releases/release-steps.service.ts
release-queue-stands-alone: src/releases/release-waits.service.ts → src/releases/revisions.service.ts
only-the-release-queue-is-known: src/publications/publications.service.ts → src/releases/release-steps.service.ts
process-is-made-of-modules: src/app.module.ts → src/keys/keys.service.ts
main-starts-modules: src/main.ts → src/keys/key-secret.ts
main-starts-modules: src/serve.ts → src/operator/run-command.ts
worker-loads-no-interface: src/worker-process.ts → @nestjs/swagger
tracing-alone-knows-open-telemetry: src/writes/accepted-writes.service.ts → @opentelemetry/api
open-telemetry-is-loaded-on-demand: src/serve.ts → src/platform/tracing/open-telemetry.ts
cli-runs-operator: src/cli.ts → src/keys/keys.service.ts
pure-knows-no-framework: src/documents/slug.ts → typeorm
pure-knows-no-role: src/keys/actor.ts → src/keys/keys.service.ts
migration-stands-alone: migrations/2-second.ts → src/accounts/plan.ts
source-stands-alone: src/accounts/accounts.service.ts → test/setup/whole-run.ts
no-barrel: src/accounts/accounts.module.ts → src/accounts/index.ts
no-circle: src/accounts/account-status.ts → src/accounts/accounts.service.ts
resolvable: src/accounts/accounts.service.ts → ./nowhere.js
resolvable: src/accounts/accounts.service.ts → no-such-package
package-is-declared: src/accounts/accounts.service.ts → not-declared
package-is-installed-with-the-service: src/accounts/accounts.service.ts → for-development
`
  .trim()
  .split('\n')
  .map((line) => line.split(/: | → /) as [rule: string, from: string, to: string]);

/** The folders that src/platform may have. */
const platform = [
  ...'clock concurrency config cursor database files health http ids'.split(' '),
  ...'lifecycle logging metrics openapi problems progress threads tracing validation'.split(' '),
];

/** Imports that the rules must allow. */
const allowed: [from: string, to: string][] = [
  ['src/serve.ts', 'src/http-process.ts'],
  ['src/http-process.ts', 'src/app.module.ts'],
  ['src/main.ts', 'src/platform/config/config.ts'],
  ['src/cli.ts', 'src/operator/run-command.ts'],
  ['src/app.module.ts', 'src/publications/publications.module.ts'],
  ['src/publications/publications.module.ts', 'src/publications/publications.controller.ts'],
  ['src/publications/publications.module.ts', 'src/publications/publication.entity.ts'],
  ['src/publications/publications.controller.ts', 'src/publications/publications.service.ts'],
  ['src/publications/publications.controller.ts', 'src/keys/access.decorators.ts'],
  ['src/publications/publications.service.ts', 'src/publications/publications.repository.ts'],
  ['src/publications/publications.service.ts', 'src/writes/accepted-writes.service.ts'],
  ['src/publications/publications.service.ts', 'src/releases/release-waits.service.ts'],
  ['src/publications/publications.service.ts', 'src/keys/actor.ts'],
  ['src/publications/publications.service.ts', 'src/previews/preview-addresses.service.ts'],
  ['src/previews/previews.service.ts', 'src/site/answer.ts'],
  ['src/publications/publications.repository.ts', 'src/publications/publication.entity.ts'],
  ['src/publications/publications.repository.ts', 'typeorm'],
  ['src/documents/publication-state.ts', 'declared'],
  ['src/writes/accepted-writes.service.ts', 'src/quota/quota.service.ts'],
  ['src/quota/quota.service.ts', 'src/accounts/accounts.service.ts'],
  ['src/keys/keys.service.ts', 'src/accounts/accounts.service.ts'],
  ['src/site/pages.controller.ts', 'src/search/search.service.ts'],
  ['src/releases/release-steps.service.ts', 'src/rendering/rendering.service.ts'],
  ['src/mcp/publish-tool.ts', 'src/publications/publications.service.ts'],
  ['src/operator/accounts.command.ts', 'src/accounts/accounts.service.ts'],
  ['src/platform/http/problem.filter.ts', 'src/platform/problems/problem.ts'],
  ['src/platform/database/migrations.ts', 'migrations/1-first.ts'],
  ['migrations/1-first.ts', 'typeorm'],
];

const sources = projectFiles().filter((path) => /^(src|migrations)\/.*\.ts$/.test(path));
const rules = (await importRules()).ruleSet?.forbidden ?? [];

describe('the source tree', async () => {
  const tree = await cruiseTree(projectRoot);

  it('imports only what the architecture allows', () => {
    const lines = violationsIn(tree).map(({ rule, from, to }) => `${rule}: ${from} → ${to}`);
    expect(lines).toEqual([]);
  });

  it('is read completely', () => {
    const read = new Set(tree.modules.map((module) => module.source));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((path) => !read.has(path))).toEqual([]);
  });

  it('has no folder without a rule', () => {
    const ruled = new Set(rules.map((rule) => rule.name));
    expect(foldersOf('src').filter((folder) => !ruled.has(`${folder}-imports`))).toEqual([]);
  });

  it('has only the listed folders in platform', () => {
    expect(platform).toEqual(expect.arrayContaining(foldersOf('src/platform')));
  });

  it('has every file that the rules call pure', () => {
    const names = rules.find((rule) => rule.name === 'pure-knows-no-framework')?.from.path;
    const missing = [names ?? []]
      .flat()
      .filter((name) => !sources.some((path) => new RegExp(name).test(path)));
    expect(names).toBeInstanceOf(Array);
    expect(missing).toEqual([]);
  });
});

describe('the rules', () => {
  const folders: string[] = [];
  let violations: Violation[] = [];
  let violationsOfAllowed: Violation[] = [];

  beforeAll(async () => {
    const offending = sampleTree([
      ...refused.map(([, from, to]) => ({ from, to })),
      // The second import of the cycle. `refused` contains the first import. A cycle is reported once, and not for each
      // import.
      { from: 'src/accounts/accounts.service.ts', to: 'src/accounts/account-status.ts' },
    ]);
    const sound = sampleTree([
      ...allowed.map(([from, to]) => ({ from, to })),
      { from: 'src/keys/bearer.guard.ts', to: 'for-development', typeOnly: true },
      { from: 'src/keys/bearer.guard.ts', to: 'types-alone', typeOnly: true },
    ]);
    folders.push(offending, sound);
    violations = violationsIn(await cruiseTree(offending));
    violationsOfAllowed = violationsIn(await cruiseTree(sound));
  });

  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it.each(refused)('refuse, by %s, the import %s → %s', (rule, from, to) => {
    const targets = violations
      .filter((violation) => violation.rule === rule && violation.from === from)
      .map((violation) => violation.to.replace(/^node_modules\/(.*)\/main\.js$/, '$1'));
    expect(targets).toContain(to);
  });

  it('each refuse at least one sample import', () => {
    expect(new Set(refused.map(([rule]) => rule))).toEqual(new Set(rules.map((rule) => rule.name)));
  });

  it('let each folder import only folders above it, so that there is no circle of folders', () => {
    const known: string[] = [];
    for (const { name, comment } of rules) {
      const [, imported] = /^\S+ imports (?!features|no other)(.*)\.$/.exec(comment ?? '') ?? [];
      const folder = /^(.*)-imports$/.exec(name ?? '')?.[1];
      if (folder === undefined) continue;
      const others = imported?.split(', ') ?? [];
      expect([folder, others.filter((other) => !known.includes(other))]).toEqual([folder, []]);
      known.push(folder);
    }
  });

  it('allow all permitted sample imports', () => {
    expect(violationsOfAllowed).toEqual([]);
  });
});

function foldersOf(path: string): string[] {
  return readdirSync(join(projectRoot, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
