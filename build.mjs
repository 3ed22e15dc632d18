// Builds before `npm start` and `npm run cli`. An installation without packages of development runs what was built before.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const at = (path) => join(import.meta.dirname, path);

// The compiler alone does not tell: npm keeps it without these types, as an optional peer of @nestjs/swagger.
if (existsSync(at('node_modules/@types/node'))) {
  const compile = [at('node_modules/typescript/bin/tsc'), '--build', at('tsconfig.build.json')];
  process.exitCode = spawnSync(process.execPath, compile, { stdio: 'inherit' }).status ?? 1;
} else if (!existsSync(at('dist/src/main.js'))) {
  process.stderr.write('Nothing is built here. Run: npm ci && npm run build\n');
  process.exitCode = 1;
}
