import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { MissingPicture } from '../../src/pictures/upload-addresses.service.js';
import { folderOf } from '../operator/folder.js';
import { sharedDesk } from '../setup/desk.js';
import { assistant } from '../setup/mcp.js';
import { readPage } from '../setup/read-page.js';
import { picture, sha256Of } from './pictures.js';

const MAX_CALLS = 6;
/**
 * Maximum number of characters that an assistant writes for both pictures. Also the maximum number of characters of the
 * `missingPictures` of both pictures.
 */
const MAX_CHARACTERS = 600;
/** Size of a body above which `curl` first sends `Expect: 100-continue`. */
const MIB = 1024 * 1024;

const hasShell = spawnSync('sh', ['-c', 'command -v curl && command -v sha256sum']).status === 0;

/**
 * A folder with files, and the shell commands that an assistant runs there. Counts the characters that the
 * assistant writes and reads.
 */
class Shell {
  calls = 0;
  written = 0;
  read = 0;

  constructor(private readonly folder: string) {}

  /** Returns the SHA-256 of files, in the format of `sha256sum`. */
  digestsOf(files: readonly string[]): Promise<string> {
    return this.run(`sha256sum ${files.join(' ')}`, async () => {
      const lines = files.map(async (file) => `${sha256Of(await this.bytesOf(file))}  ${file}\n`);
      return (await Promise.all(lines)).join('');
    });
  }

  /** Sends a file by the command from the instructions. */
  send(command: string, file: string, address: string): Promise<string> {
    return this.run(command.replace('FILE', file).replace('uploadUrl', address), async () => {
      const body = new Uint8Array(await this.bytesOf(file));
      return (await fetch(address, { method: 'PUT', body })).text();
    });
  }

  /** Runs a command. Without a shell, runs `otherwise`, which has the same result as the command. */
  private async run(command: string, otherwise: () => Promise<string>): Promise<string> {
    this.calls += 1;
    this.written += command.length;
    const said = await (hasShell ? this.carriedOut(command) : otherwise());
    this.read += said.length;
    return said;
  }

  private async carriedOut(command: string): Promise<string> {
    const env = { PATH: process.env['PATH'], NO_PROXY: '*' };
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: this.folder, env });
    return stdout;
  }

  private bytesOf(file: string): Promise<Buffer> {
    return readFile(join(this.folder, file));
  }
}

const desk = await sharedDesk();

describe('an assistant', () => {
  it('publishes a report with two pictures with its tools and curl, in at most six calls [14.assistant]', async () => {
    const [bars, lines] = [await picture('png', 1_200, 900), await picture('jpeg', 300, 200)];
    expect(bars.bytes.length).toBeGreaterThan(MIB);
    const shell = new Shell(await folderOf({ 'bars.png': bars.bytes, 'lines.jpg': lines.bytes }));
    const someone = await assistant(desk.url, desk.key, 'modern');
    const [command] = /curl -T FILE uploadUrl/.exec(someone.instructions)!;
    let toolCalls = 0;
    const call = (name: string, args: object) => {
      toolCalls += 1;
      return someone.call(name, args);
    };

    const digests = await shell.digestsOf(['bars.png', 'lines.jpg']);
    const [one, other] = [...digests.matchAll(/^[0-9a-f]{64}/gm)].map(([sha256]) => sha256);
    const shown = [`![Bars](picture:${one})`, `![Lines](picture:${other} "By year")`];
    const made = await call('create_publication', {
      locale: 'en',
      slug: `report-${one!.slice(0, 16)}`,
      title: 'Report',
      content: `# Harvest\n\n${shown.join('\n\nText.\n\n')}\n`,
      idempotencyKey: `${one}-1`,
    });
    const { missingPictures, note } = made.body as unknown as {
      missingPictures: readonly MissingPicture[];
      note: string;
    };
    expect(missingPictures.map(({ sha256 }) => sha256)).toEqual([bars.sha256, lines.sha256]);
    expect(note).toContain('upload each picture in missingPictures to its uploadUrl');
    for (const [at, file] of ['bars.png', 'lines.jpg'].entries()) {
      const said = await shell.send(command, file, missingPictures[at]!.uploadUrl);
      expect(JSON.parse(said)).toMatchObject({ sha256: missingPictures[at]!.sha256 });
    }
    const published = await call('publish_publication', {
      id: made.body.id,
      expectedVersion: made.body.version,
      idempotencyKey: `${one}-2`,
      waitSeconds: 30,
    });
    expect(published.body.state).toBe('published');
    await someone.close();

    const addresses = (await readPage(published.body.url))
      .all('img')
      .map(({ attributes }) => desk.url + attributes['src']!);
    const statuses = addresses.map(async (address) => (await fetch(address)).status);
    expect(await Promise.all(statuses)).toEqual([200, 200]);

    expect(toolCalls + shell.calls).toBeLessThanOrEqual(MAX_CALLS);
    // Counts only the text for the pictures: their names in the content, and the commands.
    expect(shown.join('').length + shell.written).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(JSON.stringify(missingPictures).length).toBeLessThanOrEqual(MAX_CHARACTERS);
    // The assistant reads `missingPictures`, with one entry for each picture, and then one answer to each upload. An
    // answer is about as long as an entry, hence the factor 2.
    expect(shell.read).toBeLessThanOrEqual(2 * MAX_CHARACTERS);
  });
});
