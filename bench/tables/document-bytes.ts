import { everythingIndexed, measure } from '../measure.js';
import { wholeLife } from '../phases/releases.js';
import { table, whole } from '../report.js';
import { openStage } from '../stage.js';

const SECONDS = 20;

/** Measures the bytes that the service stores per document of 4 KiB that is created, updated and published once. */
export async function documentBytes(): Promise<string[]> {
  const stage = await openStage();
  try {
    const { service } = stage.targets;
    await measure(stage, wholeLife, service, SECONDS);
    await everythingIndexed(service);
    await service.sql.query('VACUUM');
    const { rows } = await service.sql.query<Record<string, number> & { name: string }>(
      `SELECT relname AS name, pg_relation_size(oid) / p.count AS heap,
              coalesce(pg_total_relation_size(nullif(reltoastrelid, 0)), 0) / p.count AS toast,
              pg_indexes_size(oid) / p.count AS indexes, pg_total_relation_size(oid) / p.count AS total, p.count
         FROM pg_class, (SELECT count(*)::double precision FROM publication) AS p
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_total_relation_size(oid) > 200 * p.count
        ORDER BY total DESC`,
    );
    const names = ['heap', 'toast', 'indexes', 'total'] as const;
    const sum = names.map((name) => whole(rows.reduce((total, row) => total + row[name]!, 0)));
    return [
      `Bytes a document, of ${whole(rows[0]!['count']!)} that the service made`,
      '',
      ...table(
        ['table', 'heap', 'TOAST', 'indexes', 'all'],
        [
          ...rows.map((row) => [row.name, ...names.map((name) => whole(row[name]!))]),
          ['all', ...sum],
        ],
      ),
    ];
  } finally {
    await stage.close();
  }
}
