import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Between, Repository } from 'typeorm';
import { Erasure } from './erasure.entity.js';

/**
 * Value of `version` in the erasure of a whole document, and in the row of an erased publication. The numbers of
 * revisions begin at 1.
 */
export const WHOLE = 0;

export type Erased = Readonly<Erasure>;

/** Reads erasures (contract 15). */
@Injectable()
export class ErasuresService {
  constructor(@InjectRepository(Erasure) private readonly erasures: Repository<Erasure>) {}

  /** Reads the erasure of a whole document; `null` if the document was not erased. */
  ofDocument(publicationId: string): Promise<Erasure | null> {
    return this.erasures.findOneBy({ publicationId, version: WHOLE });
  }

  /** Reads the erasure of one revision; `null` if the revision was not erased. */
  ofRevision(publicationId: string, version: number): Promise<Erasure | null> {
    return this.erasures.findOneBy({ publicationId, version });
  }

  /**
   * Reads the erasures of single revisions whose number is at most `version`, highest number first. Reads at most
   * `most` erasures.
   */
  ofRevisions(publicationId: string, version: number, most: number): Promise<Erasure[]> {
    return this.erasures.find({
      where: { publicationId, version: Between(WHOLE + 1, version) },
      order: { version: 'DESC' },
      take: most,
    });
  }
}
