import { Module } from '@nestjs/common';
import { WriteRetentionService } from './write-retention.service.js';

/** What a worker needs of writes: letting them age. */
@Module({ providers: [WriteRetentionService], exports: [WriteRetentionService] })
export class WriteRetentionModule {}
