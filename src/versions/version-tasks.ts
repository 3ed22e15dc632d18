import { sanitised, serialized } from '../rendering/sanitise.js';
import { recordIn, signedMarkdown } from '../signatures/record.js';
import { compressedFile } from '../site/compressed-file.js';
import type { Site } from '../site/html/site.js';
import { versionPage } from '../site/html/version-page.js';
import { type DocumentFiles, PAGE_QUALITY } from '../site/site-tasks.js';
import { type KeptVersion, unpackVersion } from './kept-version.js';

export interface VersionToShow {
  readonly locale: string;
  readonly slug: string;
  readonly version: number;
  readonly publishedAt: Date;
  readonly firstPublishedAt: Date;
  readonly approvedBy: string | null;
  readonly approvedVia: 'desk' | 'host' | 'key' | null;
  readonly approvedIn: string | null;
  readonly accountName: string | null;
  /** The signed record. */
  readonly jws: string;
  /** Number of the version that is public at the document's own address. */
  readonly newestVersion: number;
  /** A packed `KeptVersion`. */
  readonly document: Uint8Array;
}

interface VersionToWrite {
  readonly site: Site;
  readonly version: VersionToShow & { readonly publicationId: string; readonly accountId: string };
}

/** The task for threads that makes the page and the Markdown file of a released version. */
export const versionTasks = {
  versionFiles({ site, version }: VersionToWrite): DocumentFiles {
    const { document, newestVersion, jws, ...release } = version;
    const kept = resanitised(unpackVersion(document));
    const page = {
      ...release,
      ...kept,
      tags: [...kept.tags],
      sources: [...kept.sources],
      withdrawnAt: null,
      changedAt: release.publishedAt,
      translations: [release.locale],
      isSigned: true,
    };
    return {
      page: compressedFile(versionPage(site, page, newestVersion), PAGE_QUALITY),
      markdown: compressedFile(signedMarkdown(recordIn(jws), kept), PAGE_QUALITY),
    };
  },
};

/**
 * Sanitises stored HTML again, so that a corrected sanitiser also cleans old versions. Clean HTML stays the same (ADR
 * 42).
 */
const resanitised = (kept: KeptVersion): KeptVersion => ({
  ...kept,
  html: serialized(sanitised(kept.html)),
});

type VersionTasks = typeof versionTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends VersionTasks {}
}
