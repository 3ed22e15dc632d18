import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Interval between two readiness checks of a process, in ms. */
const CHECK_MS = 50;

/**
 * A minimal load balancer. It sends each request to the next process that passed its last readiness check. The balancer
 * keeps connections open, and retries no request.
 */
export class Balancer {
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server = createServer((incoming, outgoing) => this.forward(incoming, outgoing));
  private readonly checks = setInterval(() => void this.check(), CHECK_MS);
  private ready: string[] = [];
  private turn = 0;

  private constructor(private processes: readonly string[]) {}

  static async open(...processes: string[]): Promise<Balancer> {
    const balancer = new Balancer(processes);
    await balancer.check();
    await once(balancer.server.listen(0, '127.0.0.1'), 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces the processes. A new process gets requests as soon as this process is ready. */
  async use(...processes: string[]): Promise<void> {
    this.processes = processes;
    await this.check();
  }

  close(): void {
    clearInterval(this.checks);
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
  }

  private async check(): Promise<void> {
    const asked = this.processes;
    const states = await Promise.all(asked.map(isReady));
    if (asked === this.processes) this.ready = asked.filter((_, index) => states[index]);
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const next = this.ready[(this.turn += 1) % this.ready.length];
    if (next === undefined) {
      outgoing.writeHead(502).end('No process is ready.');
      return;
    }
    const { method, headers, url } = incoming;
    const asked = request(next + url, { method: method!, headers, agent: this.agent });
    asked.once('response', (answer) => {
      const { connection: _, ...passedOn } = answer.headers;
      outgoing.writeHead(answer.statusCode!, passedOn);
      answer.pipe(outgoing);
    });
    asked.once('error', (error) => outgoing.writeHead(502).end(`${next}: ${error.message}`));
    incoming.pipe(asked);
  }
}

async function isReady(process: string): Promise<boolean> {
  try {
    const answer = await fetch(`${process}/health/ready`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    return false;
  }
}
