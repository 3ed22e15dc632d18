import type { Statement } from './statement.js';

/**
 * Up to where the log of the primary is on its disk: a commit is flushed before anybody sees it, so that what
 * was seen by now lies before. With it, whose log that is, and on which timeline.
 */
export const POSITION: Statement = {
  name: 'replica_position',
  text: `
    SELECT lsn, ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::integer AS timeline,
           (SELECT system_identifier::text FROM pg_control_system()) AS cluster
      FROM pg_current_wal_flush_lsn() AS lsn`,
};

/**
 * $1 position, $2 timeline, $3 cluster: whether a standby of it has replayed so much. One that stayed on
 * an older timeline when another was promoted has a log of its own, whose positions say nothing.
 */
export const HOLDS: Statement = {
  name: 'replica_holds',
  text: `
    SELECT coalesce(pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn
             AND (SELECT timeline_id FROM pg_control_checkpoint()) = $2::integer
             AND (SELECT system_identifier::text FROM pg_control_system()) = $3::text,
           false) AS holds`,
};
