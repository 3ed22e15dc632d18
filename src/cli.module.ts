import { type DynamicModule, Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module.js';
import { DeskSessionsModule } from './desk/desk-sessions.module.js';
import { ErasureModule } from './erasure/erasure.module.js';
import { KeysModule } from './keys/keys.module.js';
import type { Config } from './platform/config/config.js';
import { PlatformModule } from './platform/platform.module.js';
import { QuotaModule } from './quota/quota.module.js';
import { ReleasesModule } from './releases/releases.module.js';
import { SignaturesModule } from './signatures/signatures.module.js';
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
        ErasureModule,
        KeysModule,
        QuotaModule,
        TransferModule,
        ReleasesModule,
        SignaturesModule,
      ],
    };
  }
}
