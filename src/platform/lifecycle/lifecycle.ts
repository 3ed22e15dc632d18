import { Injectable } from '@nestjs/common';

export type Phase = 'starting' | 'running' | 'shutting down';

/** The phase of this process, which health checks report (contract 12). */
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

  /** Calls the listeners, so that no part of the process starts new work. Work in progress can end. */
  shutDown(): void {
    this.current = 'shutting down';
    for (const listener of this.listeners) listener();
  }

  onShutdown(listener: () => void): void {
    this.listeners.push(listener);
  }
}
