import { Module } from '@nestjs/common';
import { WarningsService } from './warnings.service.js';

@Module({ providers: [WarningsService], exports: [WarningsService] })
export class WarningsModule {}
