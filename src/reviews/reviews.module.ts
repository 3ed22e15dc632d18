import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeysModule } from '../keys/keys.module.js';
import { Decision } from './decision.entity.js';
import { ReviewsService } from './reviews.service.js';

@Module({
  imports: [KeysModule, TypeOrmModule.forFeature([Decision])],
  providers: [ReviewsService],
  exports: [ReviewsService],
})
export class ReviewsModule {}
