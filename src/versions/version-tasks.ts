import { sanitised, serialized } from '../rendering/sanitise.js';
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

/** The task for threads that reads the stored form of a released version. */
export const versionTasks = {
  keptVersion: ({ document }: Pick<VersionToShow, 'document'>): KeptVersion =>
    resanitised(unpackVersion(document)),
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
