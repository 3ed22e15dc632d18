import { type DynamicModule, Module } from '@nestjs/common';
import type { Config } from '../platform/config/config.js';
import { FirstSigningKey } from '../signatures/signing-keys.service.js';
import { SignaturesModule } from '../signatures/signatures.module.js';
import { DraftIndexer } from './draft-indexer.service.js';
import { ReleaseRunner } from './release-runner.service.js';
import { ReleaseWorker } from './release-worker.service.js';
import { ReleasesModule } from './releases.module.js';

/** The work beside requests: indexes revisions after their writes, and except for `ROLE=api` releases documents. */
@Module({})
export class ReleaseWorkerModule {
  static register({ role }: Config): DynamicModule {
    return {
      module: ReleaseWorkerModule,
      imports: [ReleasesModule, SignaturesModule],
      providers: [
        DraftIndexer,
        ...(role === 'api' ? [] : [FirstSigningKey, ReleaseRunner, ReleaseWorker]),
      ],
    };
  }
}
