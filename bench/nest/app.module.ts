import { Controller, Get, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from './accounts/accounts.module.js';
import { PublicationsModule } from './publications/publications.module.js';

@Controller('health')
class HealthController {
  @Get()
  health(): string {
    return 'ok';
  }
}

/** Plain Nest. TypeORM creates the tables at the start (`synchronize`), because the database is new. */
@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'postgres',
      url: process.env['DATABASE_URL']!,
      poolSize: Number(process.env['DATABASE_POOL_SIZE']),
      autoLoadEntities: true,
      synchronize: true,
    }),
    AccountsModule,
    PublicationsModule,
  ],
  controllers: [HealthController],
})
export class AppModule {}
