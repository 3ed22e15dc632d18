import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Database } from '../../src/platform/database/database.js';
import type { Statement } from '../../src/platform/database/statement.js';

/** A step of a plan, as `EXPLAIN (FORMAT JSON)` tells it. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  /** Only where the statement was carried out. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A step and all below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
];

/**
 * Answers every statement of a repository with its plan: `ANALYZE` carries it out with its values,
 * `GENERIC_PLAN` shows what PostgreSQL does with any values once it has prepared it.
 */
export class ExplainingDatabase extends Database {
  constructor(
    dataSource: DataSource,
    private readonly mode: 'ANALYZE' | 'GENERIC_PLAN',
  ) {
    super(dataSource, 2);
  }

  override async rows<Row>({ text }: Statement, values: readonly unknown[] = []): Promise<Row[]> {
    const carriedOut = this.mode === 'ANALYZE';
    const [row] = await super.rows<{ 'QUERY PLAN': [{ Plan: Row }] }>(
      {
        // A statement without a name and values is not prepared: its parameters may stay open.
        name: carriedOut ? randomUUID() : '',
        text: `EXPLAIN (${this.mode}, FORMAT JSON) ${text}`,
      },
      carriedOut ? values : [],
    );
    return [row!['QUERY PLAN'][0].Plan];
  }

  override accountRows<Row>(
    _: string,
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    return this.rows(statement, values);
  }
}
