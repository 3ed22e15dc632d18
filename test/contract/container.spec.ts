import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Copy, DockerfileParser } from 'dockerfile-ast';
import { describe, expect, it } from 'vitest';
import { projectRoot, readProjectFile } from './project-files.js';

const instructions = DockerfileParser.parse(readProjectFile('Dockerfile')).getInstructions();
const named = (keyword: string) =>
  instructions.filter((instruction) => instruction.getKeyword() === keyword);
const argumentsOf = (keyword: string) =>
  named(keyword).map((instruction) => instruction.getArgumentsContent() ?? '');

/** Files that `COPY` takes from the project, not from another stage. */
const copied = named('COPY')
  .filter((instruction) => (instruction as Copy).getFromFlag() === null)
  .flatMap((instruction) =>
    instruction
      .getArguments()
      .slice(0, -1)
      .map((argument) => argument.getValue()),
  );

describe('the image', () => {
  it('copies only files that exist and that .dockerignore does not exclude', () => {
    const letThrough = readProjectFile('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(copied.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
    expect(letThrough.toSorted()).toEqual([...new Set(copied)].toSorted());
  });

  it('runs as an unprivileged user', () => {
    expect(argumentsOf('USER')).toEqual(['1000:1000']);
  });

  it('runs files that the build makes, both to start and to check its health', () => {
    const files = [...argumentsOf('CMD'), ...argumentsOf('HEALTHCHECK')].flatMap(
      (text) => text.match(/dist\/[\w/]+\.js/g) ?? [],
    );
    expect(files).toEqual(['dist/src/main.js', 'dist/src/healthcheck.js']);
    expect(files.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it('has the version of the package', () => {
    const { version } = JSON.parse(readProjectFile('package.json')) as { version: string };
    expect(argumentsOf('ARG')).toContain(`VERSION=${version}`);
  });

  it('starts with the command of npm start, and with the command and environment of the systemd unit', () => {
    const { scripts } = JSON.parse(readProjectFile('package.json')) as {
      scripts: { start: string };
    };
    const operations = readProjectFile('docs/operations.md');
    expect((JSON.parse(argumentsOf('CMD').at(-1)!) as string[]).join(' ')).toBe(scripts.start);
    expect(/^ExecStart=\/usr\/bin\/(.*)$/m.exec(operations)![1]).toBe(scripts.start);
    expect(/^Environment=(.*)$/m.exec(operations)![1]).toBe(argumentsOf('ENV').at(-1));
  });
});
