import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Semaphore } from '../platform/concurrency/semaphore.js';
import { unavailable } from '../platform/problems/common-problems.js';
import type { DecodedPicture } from './decode-picture.js';
import { DecoderProcess } from './decoder-process.js';
import { pictureInvalid } from './pictures.errors.js';

const PROGRAM = new URL('../picture.process.js', import.meta.url);

const LIMITS = { processorMs: 10_000, bytes: 256 * 1024 * 1024, elapsedMs: 30_000 };

/**
 * Number of decoding processes. An account uses at most one process at a time, so one account with expensive pictures
 * does not delay another account.
 */
const PROCESSES = 2;
/**
 * Maximum number of pictures of one account that wait for a process. A further picture is refused. The limits for the
 * bytes of bodies (contract 4) apply as well.
 */
const MAX_WAITING = 100;
/** Longest wait of a picture for a process. After this time, the picture is refused, within 5 s (contract 14). */
const WAIT_MS = 4_500;

/** Decodes pictures in separate processes, within limits of memory and processor time (contract 14, ADR 41). */
@Injectable()
export class PictureDecoder implements OnApplicationShutdown {
  private readonly idle = Array.from(
    { length: PROCESSES },
    () => new DecoderProcess(PROGRAM, LIMITS),
  );
  private readonly all = [...this.idle];
  private readonly turns = new Semaphore({
    max: PROCESSES,
    maxPerKey: 1,
    maxWaiting: MAX_WAITING,
    timeoutMs: WAIT_MS,
    refusal: unavailable,
  });

  /** @throws Problem `picture_invalid`; `unavailable` if too many pictures wait, or this picture has waited too long */
  decode(accountId: string, bytes: Buffer): Promise<DecodedPicture> {
    return this.turns.run(async () => {
      const decoder = this.idle.pop()!;
      try {
        const decoded = await decoder.decode(bytes);
        if ('fault' in decoded) throw pictureInvalid(decoded.fault);
        return decoded.picture;
      } finally {
        this.idle.push(decoder);
      }
    }, accountId);
  }

  onApplicationShutdown(): void {
    for (const decoder of this.all) decoder.end();
  }
}
