import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { DeskSessionsModule } from './desk/desk-sessions.module.js';
import { ErasingModule } from './erasure/erasures.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { KeysModule } from './keys/keys.module.js';
import type { Config } from './platform/config/config.js';
import { PlatformModule } from './platform/platform.module.js';
import { QuotaModule } from './quota/quota.module.js';
import { ReleaseStepsModule } from './releases/release-worker.module.js';
import { TransferModule } from './transfer/transfer.module.js';

@Module({})
export class CliModule {
  static register(config: Config, databaseUrl: string): DynamicModule {
    return {
      module: CliModule,
      imports: [
        PlatformModule.register(config, databaseUrl),
        AccountsModule,
        DeskSessionsModule,
        ErasingModule,
        EvidenceModule,
        KeysModule,
        QuotaModule,
        TransferModule,
        ReleaseStepsModule,
      ],
    };
  }
}
