import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keySetOf, Signer } from '../../../src/signatures/signer.js';
import type { ReleaseToSign } from '../../../src/signatures/record.js';
import { versionFile } from '../../../src/documents/front-matter.js';
import { SAMPLE } from '../../setup/document.js';

export const BASE_URL = 'https://docs.example.org';

/** Files of the released versions of one document, as `verify` reads them. */
export interface SignedFiles {
  readonly folder: string;
  /** Returns the path of the Markdown of a version. */
  markdown(version: number): string;
  record(version: number): string;
  readonly keys: string;
}

export const newSigner = (): Signer => Signer.of(generateKeyPairSync('ed25519').privateKey);

/**
 * Writes one version for each signer, in the order of the signers. Each version has its Markdown, and its record with
 * the signature of the signer.
 * @param changes members that replace those of every version
 */
export async function signedFiles(
  signers: readonly Signer[],
  changes: Partial<ReleaseToSign> = {},
): Promise<SignedFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'imprimatur-verify-'));
  const files: SignedFiles = {
    folder,
    markdown: (version) => join(folder, `hello-world@${version}.md`),
    record: (version) => join(folder, `hello-world@${version}.jws`),
    keys: join(folder, 'jwks.json'),
  };
  let previous: string | null = null;
  for (const [place, signer] of signers.entries()) {
    const version = place + 1;
    const release = {
      locale: 'en',
      slug: 'hello-world',
      version,
      ...SAMPLE,
      title: `Title “${version}”: ü`,
      description: 'What\nit is \ufeffabout.',
      markdown: `\n# Text ${version}\r\n\n한국어 *marks*.\n`,
      tags: ['one', 'two'],
      sources: ['https://example.org/a'],
      author: { kind: 'ai', name: 'Model' },
      accountName: 'Docs team',
      approvedBy: 'Ada',
      approvedVia: 'desk' as const,
      approvedIn: null,
      approverId: 'A'.repeat(12),
      publishedAt: new Date(1_795_219_200_000 + version),
      previous,
      ...changes,
    };
    const { jws, sha256 } = signer.sign(release, BASE_URL);
    previous = sha256.toString('hex');
    await writeFile(files.markdown(version), versionFile(release, BASE_URL));
    await writeFile(files.record(version), jws);
  }
  const keys = keySetOf(signers.map(({ publicKey }) => publicKey));
  await writeFile(files.keys, JSON.stringify(keys));
  return files;
}
