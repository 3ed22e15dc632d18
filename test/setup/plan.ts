import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { Database } from '../../src/platform/database/database.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import type { Statement } from '../../src/platform/database/statement.js';

/** A step of a plan, in the format of `EXPLAIN (FORMAT JSON)`. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  /** Present only with `ANALYZE`. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Returns a step and all steps below it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
];

/**
 * A database that returns the plan of each statement. `ANALYZE` carries out the statement with its values.
 * `GENERIC_PLAN` shows the plan of a prepared statement for any values.
 */
export class ExplainingDatabase extends Database {
  constructor(
    dataSource: DataSource,
    private readonly mode: 'ANALYZE' | 'GENERIC_PLAN',
  ) {
    super(dataSource, 3, null, new Metrics());
  }

  override async rows<Row>(
    { text, settings }: Statement,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const carriedOut = this.mode === 'ANALYZE';
    const [row] = await super.rows<{ 'QUERY PLAN': [{ Plan: Row }] }>(
      {
        // If a query has no name and no values, `pg` sends a simple query. In a simple query, parameters need no
        // values.
        name: carriedOut ? randomUUID() : '',
        text: `EXPLAIN (${this.mode}, FORMAT JSON) ${text}`,
        ...(settings && { settings }),
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
