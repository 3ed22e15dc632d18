import { renderMarkdown } from '../rendering/render-markdown.js';
import type { PictureToShow } from '../rendering/rendered-document.js';
import { sanitised, serialized } from '../rendering/sanitise.js';
import { recordIn, signedMarkdown } from '../signatures/record.js';
import { compressedFile } from '../site/compressed-file.js';
import { versionFile } from '../site/front-matter.js';
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
  /** The signed record; `null` if the version was released before the service signed records. */
  readonly jws: string | null;
  /** Number of the version that is public at the document's own address. */
  readonly newestVersion: number;
  /**
   * A packed `KeptVersion`; `null` if an older version of the service did not store it. The task then renders
   * `revision`.
   */
  readonly document: Uint8Array | null;
  readonly revision: OlderRevision | null;
}

/** The revision of a version without a stored `KeptVersion`. */
type OlderRevision = Omit<KeptVersion, 'html' | 'headings'> & {
  /** Stored pictures that the revision names; `null` if there are no such pictures. */
  readonly pictures: readonly PictureToShow[] | null;
};

interface VersionToWrite {
  readonly site: Site;
  readonly version: VersionToShow & { readonly publicationId: string; readonly accountId: string };
  readonly imageOrigins: readonly string[];
}

/** The task for threads that makes the page and the Markdown file of a released version. */
export const versionTasks = {
  versionFiles({ site, version, imageOrigins }: VersionToWrite): DocumentFiles {
    const { document, revision, newestVersion, jws, ...release } = version;
    const kept = document
      ? resanitised(unpackVersion(document))
      : rendered(revision!, imageOrigins);
    const page = {
      ...release,
      ...kept,
      tags: [...kept.tags],
      sources: [...kept.sources],
      withdrawnAt: null,
      changedAt: release.publishedAt,
      translations: [release.locale],
      isSigned: jws !== null,
    };
    const markdown =
      jws === null ? versionFile(page, site.baseUrl) : signedMarkdown(recordIn(jws), kept);
    return {
      page: compressedFile(versionPage(site, page, newestVersion), PAGE_QUALITY),
      markdown: compressedFile(markdown, PAGE_QUALITY),
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

function rendered(
  { pictures, ...revision }: OlderRevision,
  imageOrigins: readonly string[],
): KeptVersion {
  return { ...revision, ...renderMarkdown({ ...revision, pictures, imageOrigins }) };
}

type VersionTasks = typeof versionTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends VersionTasks {}
}
