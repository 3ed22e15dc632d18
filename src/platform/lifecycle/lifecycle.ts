import { Injectable } from '@nestjs/common';

export type Phase = 'starting' | 'running' | 'shutting down';

/** The phase of this process, which health checks report (contract 12). */
@Injectable()
export class Lifecycle {
  private current: Phase = 'starting';
  private readonly listeners: (() => void)[] = [];
  private shutDownAt = -Infinity;

  get phase(): Phase {
    return this.current;
  }

  running(): void {
    this.current = 'running';
  }

  /** Calls the listeners, so that no part of the process starts new work. Work in progress can end. */
  shutDown(): void {
    this.current = 'shutting down';
    this.shutDownAt = performance.now();
    for (const listener of this.listeners) listener();
  }

  /** Time in ms until the grace period ends; 0 if it has ended, or if the process was not told to stop. */
  graceLeft(graceMs: number): number {
    return Math.max(0, this.shutDownAt + graceMs - performance.now());
  }

  onShutdown(listener: () => void): void {
    this.listeners.push(listener);
  }
}
