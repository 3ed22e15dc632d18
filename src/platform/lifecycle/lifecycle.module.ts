import { Module } from '@nestjs/common';
import { Lifecycle } from './lifecycle.js';

@Module({ providers: [Lifecycle], exports: [Lifecycle] })
export class LifecycleModule {}
