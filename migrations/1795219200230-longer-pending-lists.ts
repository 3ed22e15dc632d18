import type { MigrationInterface, QueryRunner } from 'typeorm';

const INDEXES = ['search_entry_vector_idx', 'working_entry_vector_idx'];

/**
 * Lets the list of what was indexed last grow to 1 MB. When the list is full, PostgreSQL writes each of its lexemes to
 * the index once, however many documents of the list have it: a longer list has fewer lexemes for each document. The
 * planner cannot prefer the table to such a list, because searches turn sequential scans off. Nothing is rewritten.
 */
export class LongerPendingLists1795219200230 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) {
      await runner.query(`ALTER INDEX ${index} SET (gin_pending_list_limit = 1024)`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of INDEXES) {
      await runner.query(`ALTER INDEX ${index} SET (gin_pending_list_limit = 256)`);
    }
  }
}
