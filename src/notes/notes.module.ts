import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { KeysModule } from '../keys/keys.module.js';
import { Note } from './note.entity.js';
import { NotesService } from './notes.service.js';

@Module({
  imports: [KeysModule, TypeOrmModule.forFeature([Note])],
  providers: [NotesService],
  exports: [NotesService],
})
export class NotesModule {}
