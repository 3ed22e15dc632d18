import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { tooManyInProgress } from './access.errors.js';

/** Maximum number of requests of one publisher key that are in progress at the same time (contract 4). */
export const MAX_OF_KEY = 64;
/** Maximum number of requests without a key from one address that are in progress at the same time (contract 4). */
export const MAX_OF_ADDRESS = 32;
/** Longest wait of a request for a place. */
const PLACE_TIMEOUT_MS = 2_000;

/**
 * Limits the requests in progress in this process. A request is in progress until its answer is sent or its client is
 * gone, because an answer that a client reads slowly stays in memory: 150 lists took 1.2 GB.
 */
@Injectable()
export class RequestsInProgress {
  private readonly ofKeys = places('key', MAX_OF_KEY);
  private readonly ofAddresses = places('address', MAX_OF_ADDRESS);

  /**
   * Gives places of a key to a request, one for each of its messages.
   * @throws Problem `unavailable` if no place becomes free within 2 s
   */
  ofKey({ res }: Request, keyId: string, messages = 1): Promise<void> {
    return enter(this.ofKeys, keyId, res!, messages);
  }

  /** Gives places of its address to a request without a key. @throws Problem `unavailable`, as for a key */
  ofAddress({ res, ip = '' }: Request, messages = 1): Promise<void> {
    return enter(this.ofAddresses, ip, res!, messages);
  }
}

const places = (of: 'key' | 'address', maxPerKey: number): Semaphore =>
  new Semaphore({
    max: Number.POSITIVE_INFINITY,
    maxPerKey,
    timeoutMs: PLACE_TIMEOUT_MS,
    refusal: () => tooManyInProgress(of, maxPerKey),
  });

/** Resolves when all places are taken. They become free when the response closes. */
async function enter(
  semaphore: Semaphore,
  subject: string,
  response: Response,
  count: number,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    if (response.closed) resolve();
    else response.once('close', resolve);
  });
  const taken = Array.from(
    { length: count },
    () =>
      new Promise<void>((resolve, reject) => {
        const hold = (): Promise<void> => {
          resolve();
          return closed;
        };
        semaphore.run(hold, subject).catch(reject);
      }),
  );
  await Promise.all(taken);
}
