import { Injectable } from '@nestjs/common';

/** Where a process is between its start and its end. */
export type Phase = 'starting' | 'running' | 'shutting down';

/** How far this process is; what it tells balancers depends on it (contract 12). */
@Injectable()
export class Lifecycle {
  private current: Phase = 'starting';
  private readonly listeners: (() => void)[] = [];

  get phase(): Phase {
    return this.current;
  }

  running(): void {
    this.current = 'running';
  }

  /** Tells every part to begin nothing more; what has begun still has its time. */
  shutDown(): void {
    this.current = 'shutting down';
    for (const listener of this.listeners) listener();
  }

  onShutdown(listener: () => void): void {
    this.listeners.push(listener);
  }
}
