import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Config } from './config.js';

/** Hands the one configuration of the process to whoever asks for `Config`. */
@Global()
@Module({})
export class ConfigModule {
  static register(config: Config): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Config, useValue: config }],
      exports: [Config],
    };
  }
}
