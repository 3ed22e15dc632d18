import { describe, expect, it } from 'vitest';
import { readProjectFile } from './project-files.js';

interface LockedPackage {
  readonly version: string;
  readonly license: string;
  readonly engines?: { readonly node?: string };
}

const page = readProjectFile('docs/dependencies.md');
const wanted = JSON.parse(readProjectFile('package.json')) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const { packages } = JSON.parse(readProjectFile('package-lock.json')) as {
  packages: Record<string, LockedPackage>;
};

/** Rows of the table in docs/dependencies.md, each with the name of a package and with the other cells of the row. */
const lines = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map(([name = '', ...cells]) => ({ name: name.replaceAll('`', ''), cells }));

describe('the page on dependencies', () => {
  it('has a complete line for each package that runs in production, with its installed version and licence', () => {
    const { dependencies, optionalDependencies } = wanted;
    const names = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
    const installed = names.map((name) => {
      const { version, license } = packages[`node_modules/${name}`]!;
      return [name, version, license];
    });
    expect(lines.map(({ name, cells: [version, licence] }) => [name, version, licence])).toEqual(
      installed,
    );
    expect(lines.filter(({ cells }) => cells.length !== 5 || cells.includes(''))).toEqual([]);
  });
});

/** Major and minor version of the oldest Node that the service supports, as `engines` in package.json states them. */
const [NODE_MAJOR, NODE_MINOR] = [20, 19];

/** Whether a part of a version range, such as `^18.14` or `>=20.9.0`, includes the oldest supported Node. */
function admits(part: string): boolean {
  const [, operator = '', major = '0', minor = '0'] =
    /^\s*(\^|~|>=?)?\s*v?(\d+)(?:\.(\d+))?/.exec(part) ?? [];
  const isOldEnough =
    Number(major) < NODE_MAJOR || (Number(major) === NODE_MAJOR && Number(minor) <= NODE_MINOR);
  return isOldEnough && (operator.startsWith('>') || Number(major) === NODE_MAJOR || part === '*');
}

describe('the packages that are installed', () => {
  it('all run on the oldest Node that the service supports', () => {
    const refusing = Object.entries(packages)
      .filter(([, { engines }]) => !(engines?.node ?? '*').split('||').some(admits))
      .map(([path, { engines }]) => `${path} ${engines?.node}`);
    expect(refusing).toEqual([]);
  });
});
