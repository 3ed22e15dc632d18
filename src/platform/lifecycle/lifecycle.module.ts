import { Module } from '@nestjs/common';
import { Lifecycle } from './lifecycle.js';

/** How far the process is, for whoever depends on it. */
@Module({ providers: [Lifecycle], exports: [Lifecycle] })
export class LifecycleModule {}
