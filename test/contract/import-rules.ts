import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { join } from 'node:path';
import { projectRoot } from './project-files.js';

/** An import. `to` is the imported file or package, or a specifier that cannot be resolved. */
export interface Import {
  from: string;
  to: string;
}

/** An import that a rule of `.dependency-cruiser.cjs` forbids. */
export interface Violation extends Import {
  rule: string;
}

/** Reads the rules and options that `npx depcruise src migrations` also uses. */
export function importRules(): Promise<ICruiseOptions> {
  return extractDepcruiseOptions(join(projectRoot, '.dependency-cruiser.cjs'));
}

/** Reads every import under `src` and `migrations` of the tree in `folder`. */
export async function cruiseTree(folder: string): Promise<ICruiseResult> {
  const options = { ...(await importRules()), baseDir: folder };
  const { output } = await cruise(['src', 'migrations'], options);
  if (typeof output === 'string') throw new Error('a cruise result was expected');
  return output;
}

export function violationsIn(tree: ICruiseResult): Violation[] {
  return tree.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }));
}
