import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Between, Repository } from 'typeorm';
import { Erasure } from './erasure.entity.js';

/** The version by which the erasure of a whole document is kept: no revision has it. */
export const WHOLE = 0;

/** What stays of what was erased. */
export type Erased = Readonly<Erasure>;

/** What is known of what was erased (contract 15). */
@Injectable()
export class ErasuresService {
  constructor(@InjectRepository(Erasure) private readonly erasures: Repository<Erasure>) {}

  /** Of a whole document; `null`: it was not erased. */
  ofDocument(publicationId: string): Promise<Erasure | null> {
    return this.erasures.findOneBy({ publicationId, version: WHOLE });
  }

  /** Of one revision; `null`: it was not erased. */
  ofRevision(publicationId: string, version: number): Promise<Erasure | null> {
    return this.erasures.findOneBy({ publicationId, version });
  }

  /** The newest erased revisions from `version` on down, at most so many. */
  ofRevisions(publicationId: string, version: number, most: number): Promise<Erasure[]> {
    return this.erasures.find({
      where: { publicationId, version: Between(WHOLE + 1, version) },
      order: { version: 'DESC' },
      take: most,
    });
  }
}
