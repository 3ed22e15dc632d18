import { Injectable } from '@nestjs/common';
import { Batcher } from '../platform/concurrency/batcher.js';
import { Config } from '../platform/config/config.js';
import type { RevisionToRelease } from '../publications/revisions.service.js';
import { SigningKeys } from '../signatures/signing-keys.service.js';
import type { VersionToKeep } from '../versions/keep-versions.js';
import { type ReleaseGrounds, ReleasesRepository } from './releases.repository.js';

/** The grounds of a release, and the time at which this process read them, by `performance.now()`. */
export interface ReadGrounds {
  readonly grounds: ReleaseGrounds;
  readonly readAt: number;
}

export interface ReadyVersion {
  readonly publishedAt: Date;
  readonly version: VersionToKeep;
}

const MAX_TOGETHER = 16;

/**
 * Signs the record of a release (contract 15). The statement that makes the revision public also stores the signed
 * record. So the release time must be known before this statement runs. This class computes the release time from the
 * database time in the grounds. The previous record is read after the claim. So no other release can add a record
 * before the new record is stored.
 */
@Injectable()
export class ReleasedVersions {
  private readonly readings = new Batcher<string, ReadGrounds>({
    maxSize: MAX_TOGETHER,
    keyOf: (publicationId) => publicationId,
    flush: async (publications) => {
      const readAt = performance.now();
      const grounds = await this.releases.grounds(publications);
      return grounds.map((each) => ({ grounds: each, readAt }));
    },
  });

  constructor(
    private readonly releases: ReleasesRepository,
    private readonly keys: SigningKeys,
    private readonly config: Config,
  ) {}

  /** Reads the grounds for the release of a claimed publication. */
  grounds(publicationId: string): Promise<ReadGrounds> {
    return this.readings.run(publicationId);
  }

  /** Signs the record of a revision that is about to become public. @param document a packed `KeptVersion` */
  async sign(
    { id: publicationId, content: markdown, ...revision }: RevisionToRelease,
    document: Uint8Array,
    { grounds, readAt }: ReadGrounds,
  ): Promise<ReadyVersion> {
    const { lastRecord, previous, keyId, now, ...approval } = grounds;
    const signer = await this.keys.current(keyId);
    const publishedAt = new Date(now.getTime() + Math.round(performance.now() - readAt));
    const release = { ...revision, ...approval, markdown, publishedAt, previous };
    const signed = signer.sign(release, this.config.publicBaseUrl);
    const recordNumber = lastRecord + 1;
    return {
      publishedAt,
      version: {
        publicationId,
        approvedVia: approval.approvedVia,
        document,
        recordNumber,
        ...signed,
      },
    };
  }
}
