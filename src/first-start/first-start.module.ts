import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { FirstStart } from './first-start.service.js';

@Module({ imports: [AccountsModule, KeysModule], providers: [FirstStart], exports: [FirstStart] })
export class FirstStartModule {}
