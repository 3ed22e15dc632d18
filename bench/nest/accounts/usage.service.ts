import { HttpException, HttpStatus, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Account } from './account.entity.js';
import { DailyUsage } from './daily-usage.entity.js';

@Injectable()
export class UsageService {
  /** Counts one write of today, within the transaction of the write. */
  async count(manager: EntityManager, { id, dailyWriteLimit }: Account): Promise<void> {
    const today = { accountId: id, day: new Date().toISOString().slice(0, 10) };
    const options = { where: today, lock: { mode: 'pessimistic_write' } } as const;
    let usage = await manager.findOne(DailyUsage, options);
    if (!usage) {
      const row = { ...today, used: 0 };
      await manager.createQueryBuilder().insert().into(DailyUsage).values(row).orIgnore().execute();
      usage = await manager.findOneOrFail(DailyUsage, options);
    }
    if (usage.used >= dailyWriteLimit)
      throw new HttpException('The daily limit is reached.', HttpStatus.TOO_MANY_REQUESTS);
    await manager.increment(DailyUsage, today, 'used', 1);
  }
}
