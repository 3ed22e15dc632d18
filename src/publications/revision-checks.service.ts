import { Injectable } from '@nestjs/common';
import { inTime } from '../platform/concurrency/in-time.js';
import { Problem } from '../platform/problems/problem.js';
import { DraftIndex } from '../releases/draft-index.service.js';
import type { WarningDto } from '../warnings/warning.dto.js';
import { WarningsService } from '../warnings/warnings.service.js';
import { mayRead, type PublishWrite, type Writer } from '../writes/write.js';

/** Maximum time, in ms, for which a publish waits for a revision to be looked at; a command has no time limit of its own. */
const LOOK_MS = 3_000;
const COMMAND_LOOK_MS = 30_000;

/** Looks for errors in a revision that is to be published for an account with strict checks (contract 16). */
@Injectable()
export class RevisionChecks {
  constructor(
    private readonly warnings: WarningsService,
    private readonly index: DraftIndex,
  ) {}

  /** Looks for errors in the revision of a publish. With `isDespite`, they are noted, and refuse nothing. */
  async of(
    writer: Writer,
    { publicationId, expectedVersion }: PublishWrite,
    isDespite = false,
  ): Promise<Pick<PublishWrite, 'checksProblem' | 'despite'>> {
    const errors = await this.errorsIn(writer, publicationId, expectedVersion);
    if (errors?.length === 0) return { checksProblem: null, despite: null };
    if (!isDespite) return { checksProblem: checksFailed(errors, writer), despite: null };
    const codes = errors?.map(({ code }) => code) ?? ['not_looked_at'];
    return { checksProblem: null, despite: [...new Set(codes)] };
  }

  /** The errors in the working revision, which is looked at first if it was not yet; `null`: it cannot be looked at. */
  private async errorsIn(
    { accountId, channel }: Writer,
    id: string,
    version: number,
  ): Promise<WarningDto[] | null> {
    let found = await this.warnings.of(accountId, id, version);
    if (found === null) {
      const limitMs = channel === 'operator' ? COMMAND_LOOK_MS : LOOK_MS;
      await inTime(this.index.index(id), limitMs);
      found = await this.warnings.of(accountId, id, version);
    }
    return found && found.filter(({ severity }) => severity === 'error');
  }
}

/** The version has errors; `null`: it cannot be looked at. The writer sees excerpts only with the scope `read`. */
function checksFailed(errors: readonly WarningDto[] | null, writer: Writer): Problem {
  if (errors === null) return new Problem('checks_failed', NOT_LOOKED_AT);
  const isShown = mayRead(writer);
  const warnings = errors.map(({ code, section, excerpt, nextStep }) =>
    isShown ? { code, section, excerpt, nextStep } : { code, nextStep },
  );
  return new Problem('checks_failed', { details: { warnings } });
}

const NOT_LOOKED_AT = {
  detail: 'This version could not be looked at for errors. Nothing was released.',
  details: { warnings: null },
  nextStep: 'Publish it again in a moment. If it is refused again, tell the user.',
};
