import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Exchange } from '../http/exchange.middleware.js';

/** Longest wait of a scrape for the figures that come from the database. */
const COLLECT_TIMEOUT_MS = 1_000;

/** All measurements of this process; times are in seconds (contract 12). */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  private readonly requestDuration = new Histogram({
    name: 'imprimatur_http_request_duration_seconds',
    help: 'Requests, and the time until their answer was sent.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  /** Committed writes. A replay does not count. */
  private readonly acceptedWrites = new Counter({
    name: 'imprimatur_accepted_writes_total',
    help: 'Writes that were committed.',
    labelNames: ['operation', 'channel'],
    registers: [this.registry],
  });

  private readonly replays = new Counter({
    name: 'imprimatur_replays_total',
    help: 'Writes that were answered from the record of an earlier one.',
    labelNames: ['operation', 'channel'],
    registers: [this.registry],
  });

  private readonly refusals = new Counter({
    name: 'imprimatur_refusals_total',
    help: 'Requests and tool calls that were refused, by the code of the error.',
    labelNames: ['code', 'channel'],
    registers: [this.registry],
  });

  readonly releaseDuration = new Histogram({
    name: 'imprimatur_release_duration_seconds',
    help: 'Time from the accepted publish until the revision is public.',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [this.registry],
  });

  readonly releaseFailures = new Counter({
    name: 'imprimatur_release_failures_total',
    help: 'Releases and indexings that failed permanently.',
    labelNames: ['code'],
    registers: [this.registry],
  });

  readonly indexDuration = new Histogram({
    name: 'imprimatur_index_duration_seconds',
    help: 'Time from the moment the revision is public until the search finds it.',
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [this.registry],
  });

  readonly queueDepth = new Gauge({
    name: 'imprimatur_release_queue_depth',
    help: 'Releases and indexings that are not settled, of all processes.',
    registers: [this.registry],
  });

  readonly queueOldest = new Gauge({
    name: 'imprimatur_release_queue_oldest_seconds',
    help: 'Age of the oldest release or indexing that is not settled.',
    registers: [this.registry],
  });

  readonly draftBacklog = new Gauge({
    name: 'imprimatur_working_index_backlog',
    help: 'Documents whose working revision the search of their account lacks; 100,000 at most.',
    registers: [this.registry],
  });

  readonly warnings = new Counter({
    name: 'imprimatur_warnings_total',
    help: 'Warnings about working revisions, when they are indexed.',
    labelNames: ['code'],
    registers: [this.registry],
  });

  /** Set only for the accounts with the most bytes, so that the label `account` has few values. */
  readonly pictureBytes = new Gauge({
    name: 'imprimatur_picture_bytes',
    help: 'Bytes of uploaded pictures, of the ten accounts with the most of them.',
    labelNames: ['account'],
    registers: [this.registry],
  });

  readonly publicReads = new Counter({
    name: 'imprimatur_public_reads_total',
    help: 'Statements of the public site, by the database that answered; none without a replica.',
    labelNames: ['source'],
    registers: [this.registry],
  });

  readonly pool = new Gauge({
    name: 'imprimatur_database_pool',
    help: 'Database connections of each pool in total, idle ones, and queries that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [this.registry],
  });

  readonly databaseRefusals = new Counter({
    name: 'imprimatur_database_refusals_total',
    help: 'Requests refused because no database connection became free in time.',
    registers: [this.registry],
  });

  /** Records a request. Requests without a route share the route label `none`, because callers can invent addresses. */
  observeExchange({ method, route, status, durationMs, refusal }: Exchange): void {
    this.requestDuration.observe({ method, route: route ?? 'none', status }, durationMs / 1_000);
    if (refusal) this.refusals.inc({ code: refusal.code, channel: refusal.channel });
  }

  countWrite(replayed: boolean, operation: string, channel: string): void {
    (replayed ? this.replays : this.acceptedWrites).inc({ operation, channel });
  }

  private readonly sources: (() => Promise<void>)[] = [];

  /** Registers a function that each scrape calls, to set gauges that are too expensive to keep up to date. */
  beforeScrape(source: () => Promise<void>): void {
    this.sources.push(source);
  }

  /** Returns all metrics in Prometheus's text format. Figures whose query fails or takes too long are left out. */
  async exposition(): Promise<string> {
    this.queueDepth.remove();
    this.queueOldest.remove();
    this.draftBacklog.remove();
    this.pictureBytes.reset();
    const figures = Promise.allSettled(this.sources.map((source) => source()));
    await Promise.race([figures, sleep(COLLECT_TIMEOUT_MS, undefined, { ref: false })]);
    return this.registry.metrics();
  }
}
