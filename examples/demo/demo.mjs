// `npm run demo` starts a service with its data in .data-demo, and writes a small handbook with a menu and a start page.
// The service runs until Ctrl-C. A second start shows the same documents, because repeated writes are replays.
import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { documents } from './documents.mjs';

const PORT = process.env.PORT ?? '3000';
const DATA_DIR = '.data-demo';
const base = `http://localhost:${PORT}`;

if (await fetch(base).catch(() => undefined)) {
  console.error(
    `Another server answers at ${base}. Stop it, or choose another port: PORT=3100 npm run demo`,
  );
  process.exit(1);
}
const look = {
  SITE_NAME: 'The tea room',
  SITE_DESCRIPTION: 'How we brew, and how we keep the room.',
  SITE_LOGO: 'examples/demo/logo.svg',
  SITE_ACCENT: '#2f6b4f,#8fd0b0',
  SITE_FOOTER: 'The demo of Imprimatur · [House rules](/en/house-rules)',
};
const env = { LOG_LEVEL: 'warn', ...look, ...process.env, PORT, DATA_DIR };
const service = spawn(process.execPath, ['dist/src/main.js'], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
});
service.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.kill('SIGTERM'));

while (!(await fetch(`${base}/health/ready`).catch(() => undefined))?.ok) await sleep(100);
const key = (await readFile(join(DATA_DIR, 'demo-key'), 'utf8')).trim();

async function write(method, path, name, document) {
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': `demo-${name}`,
    Prefer: 'wait=20',
  };
  const init = { method, headers, body: JSON.stringify(document) };
  const response = await fetch(`${base}/api/v1/publications${path}`, init);
  const answer = await response.json();
  if (!response.ok) throw new Error(`${name}: ${answer.code}: ${answer.detail}`);
  return answer;
}

for (const { publish, later, place, ...document } of documents) {
  const name = `${document.locale}-${document.slug}`;
  const { id, version } = await write('POST', '', `create-${name}`, document);
  if (publish)
    await write('POST', `/${id}/publish`, `publish-${name}`, { expectedVersion: version });
  if (place) {
    const command = ['dist/src/cli.js', 'site', `set-${place}`, id, '--locale', document.locale];
    await promisify(execFile)(process.execPath, command, { env });
  }
  if (later)
    await write('PATCH', `/${id}`, `later-${name}`, { expectedVersion: version, ...later });
}

const published = documents.filter(({ publish }) => publish);
console.log(`
${documents.length} documents, ${published.length} of them public:

${published.map(({ locale, slug }) => `  ${base}/${locale}/${slug}`).join('\n')}

  Site    ${base}
  Search  ${base}/search?q=tea
  Docs    ${base}/docs
  Desk    ${base}/desk, with the sign-in key in ${DATA_DIR}/demo-sign-in-key
  Key     ${DATA_DIR}/demo-key

The drafts, and those that wait for a review:

  curl -sS '${base}/api/v1/publications?limit=100' -H "Authorization: Bearer $(cat ${DATA_DIR}/demo-key)"

Ctrl-C stops the demo; delete ${DATA_DIR} to start again.`);
