/**
 * The imports that are allowed in src and migrations. `test/contract/imports.spec.ts` checks the tree with these rules.
 * Type-only imports count too, because they also couple files.
 */

/**
 * The folders of src, and the other folders that each of them may import. All other imports are refused. A folder imports
 * only folders above it in this table, so that there is no circle of folders; a test checks the order.
 */
const mayImport = {
  platform: [],
  audit: ['platform'],
  accounts: ['platform', 'audit'],
  keys: ['platform', 'audit', 'accounts'],
  quota: ['platform', 'accounts', 'keys'],
  rendering: ['platform'],
  search: ['platform'],
  documents: ['platform'],
  warnings: ['platform', 'rendering', 'search', 'documents'],
  signatures: ['platform', 'audit', 'documents'],
  site: ['platform', 'audit', 'rendering', 'search', 'documents', 'warnings', 'signatures'],
  pictures: ['platform', 'keys', 'site'],
  releases: [
    'platform',
    'audit',
    'keys',
    'rendering',
    'search',
    'documents',
    'warnings',
    'site',
    'pictures',
    'signatures',
  ],
  writes: ['platform', 'accounts', 'keys', 'quota', 'documents', 'releases'],
  reviews: ['platform', 'keys', 'documents', 'releases', 'writes'],
  notes: ['platform', 'keys', 'documents', 'writes'],
  erasure: ['platform', 'audit', 'keys', 'search', 'site'],
  comparisons: ['platform', 'rendering', 'documents', 'site'],
  previews: [
    'platform',
    'audit',
    'rendering',
    'documents',
    'warnings',
    'site',
    'pictures',
    'comparisons',
  ],
  publications: [
    'platform',
    'keys',
    'rendering',
    'search',
    'documents',
    'warnings',
    'pictures',
    'releases',
    'writes',
    'notes',
    'erasure',
    'comparisons',
    'previews',
  ],
  desk: [
    'platform',
    'audit',
    'keys',
    'documents',
    'warnings',
    'site',
    'pictures',
    'releases',
    'writes',
    'reviews',
    'notes',
    'comparisons',
    'previews',
    'publications',
  ],
  transfer: [
    'platform',
    'audit',
    'accounts',
    'rendering',
    'documents',
    'site',
    'pictures',
    'writes',
    'publications',
  ],
  docs: ['platform', 'keys', 'documents', 'signatures', 'site', 'releases'],
  housekeeping: ['platform', 'pictures', 'writes'],
};

/**
 * The lower part of `releases`: the release row, and the files that request releases, wait for them or count them. Of
 * `releases`, other features import only these files.
 */
const releaseQueue =
  '^src/releases/release-(?:request|signals|(?:jobs|waits)\\.service|jobs\\.statements)\\.ts$';

/** Folders that contain only an interface. They may call the services of any feature, and no feature imports them. */
const interfaceFolders = ['mcp', 'operator'];

/** The roles of files inside a folder, from the bottom up: a file imports its own layer or a lower one. */
const layers = [
  { name: 'entity', roles: ['entity'] },
  { name: 'repository', roles: ['repository', 'statements'] },
  { name: 'service', roles: ['service'] },
  {
    name: 'interface',
    roles: [
      'controller',
      'guard',
      'interceptor',
      'filter',
      'pipe',
      'decorators?',
      'command',
      'tool',
    ],
  },
  { name: 'module', roles: ['module'] },
];

/** Files that use no framework and are tested by themselves; `[^.]+` matches every file without a role. */
const pure = [
  'audit/audit-(?:file|lines)',
  'comparisons/[^.]+',
  'documents/[^.]+',
  'keys/actor',
  'keys/key-secret',
  'keys/scope',
  'rendering/[^.]+',
  'search/tokenise',
  'signatures/[^.]+',
  'transfer/derived-fields',
  'warnings/[^.]+',
  'writes/fingerprint',
  'writes/refusal',
];

const frameworks = ['@nestjs/[^/]+', '(?:@types/)?express', '(?:@types/)?pg', 'typeorm'];

const inFolder = (...folders) => `^src/(?:${folders.join('|')})/`;
const withRole = (...roles) => `\\.(?:${roles.join('|')})\\.ts$`;
const inPackage = (...packages) => `(?:^|/)node_modules/(?:${packages.join('|')})/`;
const rolesOf = (chosen) => chosen.flatMap((layer) => layer.roles);

const storage = withRole('entity', 'repository', 'statements');
const interfaceFiles = withRole(...layers.find((layer) => layer.name === 'interface').roles);
const allRoles = withRole(...rolesOf(layers));
const pureFiles = pure.map((name) => `^src/${name}\\.ts$`);

const forbidden = [
  ...Object.entries(mayImport).map(([folder, others]) => ({
    name: `${folder}-imports`,
    comment: `${folder} imports ${others.join(', ') || 'no other folder of src'}.`,
    from: { path: inFolder(folder) },
    to: { path: '^src/', pathNot: inFolder(folder, ...others) },
  })),
  ...interfaceFolders.map((folder) => ({
    name: `${folder}-imports`,
    comment: `${folder} imports features, but no other interface and no process.`,
    from: { path: inFolder(folder) },
    to: { path: '^src/', pathNot: inFolder(folder, ...Object.keys(mayImport)) },
  })),
  ...layers.slice(0, -1).map(({ name, roles }, index) => ({
    name: `${name}-looks-down`,
    comment: `Layers: module → interface → service → repository → entity. ${name} imports none above it.`,
    from: { path: withRole(...roles) },
    to: { path: withRole(...rolesOf(layers.slice(index + 1))) },
  })),
  {
    name: 'interface-calls-services',
    comment: 'An interface calls services, never storage.',
    from: { path: [interfaceFiles, inFolder(...interfaceFolders)] },
    to: { path: storage },
  },
  {
    name: 'storage-stays-home',
    comment: 'Entities, repositories and statements are imported only in their own folder.',
    from: { path: '^src/([^/]+)(?:/|$)' },
    to: { path: storage, pathNot: '^src/$1/' },
  },
  {
    name: 'entity-is-columns',
    comment: 'Entities never import entities.',
    from: { path: withRole('entity') },
    to: { path: withRole('entity') },
  },
  {
    name: 'only-modules-import-controllers',
    comment: 'Only modules import controllers.',
    from: { pathNot: withRole('module') },
    to: { path: withRole('controller') },
  },
  {
    name: 'release-queue-stands-alone',
    comment: 'The queue of releases imports no step of a release.',
    from: { path: releaseQueue },
    to: { path: '^src/', pathNot: [inFolder('platform', 'keys', 'documents'), releaseQueue] },
  },
  {
    name: 'only-the-release-queue-is-known',
    comment:
      'Features request releases and wait for them, and have a revision indexed; they import no step of a release.',
    from: { path: '^src/[^/]+/', pathNot: inFolder('releases', 'operator') },
    to: {
      path: inFolder('releases'),
      pathNot: [releaseQueue, '^src/releases/draft-index\\.service\\.ts$', withRole('module')],
    },
  },
  {
    name: 'process-is-made-of-modules',
    comment: 'app.module, worker.module and cli.module are lists of modules.',
    from: { path: '^src/[^/]+\\.module\\.ts$' },
    to: { path: '^src/', pathNot: [inFolder('platform'), withRole('module')] },
  },
  {
    name: 'main-starts-modules',
    comment: 'main.ts and serve.ts import only modules and services, besides platform.',
    from: { path: '^src/(?:main|serve)\\.ts$' },
    to: { path: '^src/[^/]+/', pathNot: [inFolder('platform'), withRole('module', 'service')] },
  },
  {
    name: 'worker-loads-no-interface',
    comment:
      'A worker serves no API, so it does not load the packages that document and serve the API.',
    from: { path: '^src/worker-process\\.ts$' },
    to: { path: inPackage('@nestjs/swagger', '@modelcontextprotocol/.+'), reachable: true },
  },
  {
    name: 'tracing-alone-knows-open-telemetry',
    comment: 'All other files call platform/tracing/tracing.ts.',
    from: { pathNot: '^src/platform/tracing/tracing\\.ts$' },
    to: { path: inPackage('@opentelemetry/api') },
  },
  {
    name: 'export-of-traces-alone-knows-the-sdk',
    comment: 'The SDK of OpenTelemetry is loaded only if traces are exported.',
    from: { pathNot: '^src/platform/tracing/export-traces\\.ts$' },
    to: { path: inPackage('@opentelemetry/(?!api/)[^/]+') },
  },
  {
    name: 'export-of-traces-is-loaded-on-demand',
    comment: 'A static import of export-traces.ts would load the SDK of OpenTelemetry.',
    from: {},
    to: {
      path: '^src/platform/tracing/export-traces\\.ts$',
      dependencyTypesNot: ['dynamic-import', 'type-only'],
    },
  },
  {
    name: 'cli-runs-operator',
    comment: 'cli.ts passes its arguments to the operator interface and imports no feature.',
    from: { path: '^src/cli\\.ts$' },
    to: { path: '^src/[^/]+/', pathNot: inFolder('platform', 'operator') },
  },
  {
    name: 'pure-knows-no-framework',
    comment: 'A pure file imports no framework.',
    from: { path: pureFiles },
    to: { path: inPackage(...frameworks) },
  },
  {
    name: 'pure-knows-no-role',
    comment: 'A pure file imports no file that has a role in the framework.',
    from: { path: pureFiles },
    to: { path: allRoles },
  },
  {
    name: 'migration-stands-alone',
    comment: 'A migration imports nothing of src, so that a change of src does not change it.',
    from: { path: '^migrations/' },
    to: { path: '^src/' },
  },
  {
    name: 'source-stands-alone',
    comment: 'src and migrations import nothing of bench, dist, docs and test.',
    from: { path: '^(?:src|migrations)/' },
    to: { path: '^(?:bench|dist|docs|test)/' },
  },
  {
    name: 'no-barrel',
    comment: 'Files are imported by their own names, not through index.ts.',
    from: {},
    to: { path: '/index\\.ts$', pathNot: 'node_modules' },
  },
  {
    name: 'no-circle',
    comment: 'No file imports itself, directly or through others.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment: 'Every imported file and package exists.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'package-is-declared',
    comment: 'Every imported package is in package.json itself.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'package-is-installed-with-the-service',
    comment: 'A development dependency is imported only for its types.',
    from: {},
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
];

for (const rule of forbidden) rule.severity = 'error';

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
