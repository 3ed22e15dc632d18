import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { Approver } from './approver.entity.js';
import { ApproversService } from './approvers.service.js';
import { Authentication } from './authentication.service.js';
import { BearerGuard } from './bearer.guard.js';
import { BurstLimit } from './burst-limit.service.js';
import { KeyRecords } from './key-records.js';
import { KeysService } from './keys.service.js';
import { LiveActors } from './live-actors.service.js';
import { LastUsed } from './last-used.service.js';
import { PublisherKey } from './publisher-key.entity.js';
import { RequestsInProgress } from './requests-in-progress.service.js';

/** Makes `BearerGuard` the guard of all routes of the process. */
@Module({
  imports: [AccountsModule, AuditModule, TypeOrmModule.forFeature([Approver, PublisherKey])],
  providers: [
    KeysService,
    ApproversService,
    KeyRecords,
    BurstLimit,
    RequestsInProgress,
    LastUsed,
    LiveActors,
    Authentication,
    { provide: APP_GUARD, useClass: BearerGuard },
  ],
  exports: [
    KeysService,
    ApproversService,
    Authentication,
    BurstLimit,
    LiveActors,
    RequestsInProgress,
  ],
})
export class KeysModule {}
