import { Module } from '@nestjs/common';
import { PublicKeys } from './public-keys.service.js';
import { SignaturesController } from './signatures.controller.js';

@Module({ controllers: [SignaturesController], providers: [PublicKeys] })
export class SignaturesModule {}
