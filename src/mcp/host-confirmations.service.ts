import { Injectable } from '@nestjs/common';
import type { Actor } from '../keys/actor.js';
import { inTime } from '../platform/concurrency/in-time.js';
import { Config, deskUrl } from '../platform/config/config.js';
import { Problem } from '../platform/problems/problem.js';
import { readId } from '../platform/ids/ids.js';
import { textRule } from '../platform/validation/rule.js';
import { PreviewAddresses } from '../previews/preview-addresses.service.js';
import type { PublishPublicationDto } from '../publications/dto/write-bodies.dto.js';
import {
  PublicationsService,
  type Wait,
  type WriteOutcome,
} from '../publications/publications.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { dailyLimitExceeded } from '../quota/usage.js';
import { QuotaService } from '../quota/quota.service.js';
import type { Confirmation, Declined } from '../writes/write.js';
import { approvalRequired } from '../writes/writes.errors.js';
import { InvalidParams } from './json-rpc.js';
import {
  ASKED_AGAIN,
  type AskedQuestion,
  type HostAnswer,
  NAME_BOUNDS,
  type Question,
  question,
  readState,
  RELEASE,
  writeState,
} from './question.js';

export interface Host {
  /** Whether the host can show a form to the person. */
  readonly elicits: boolean;
  /** The person's answer; `null` if the call contains none. */
  readonly answer: HostAnswer | null;
}

export interface HostedPublish {
  readonly actor: Actor;
  readonly id: string;
  readonly input: PublishPublicationDto;
  readonly idempotencyKey: string;
  readonly wait: Wait | undefined;
  readonly host: Host;
}

/** Time that a person has to answer a question (contract 8). */
const ANSWER_SECONDS = 3_600;
/** Longest wait for the number of changed lines. After this time, the question is asked without the number. */
const LINES_TIMEOUT_MS = 3_000;

const nameRule = textRule({ ...NAME_BOUNDS, oneLine: true, visible: true });

/**
 * Publishes a revision. If the release rule is `confirmed` and the host can ask a person, the answer to the first call
 * is a question. The host asks the person, and repeats the call with the person's answer and the question's signed
 * state (contract 8). The service stores nothing between the two calls.
 */
@Injectable()
export class HostConfirmations {
  constructor(
    private readonly publications: PublicationsService,
    private readonly views: PublicationViewsService,
    private readonly previews: PreviewAddresses,
    private readonly quota: QuotaService,
    private readonly config: Config,
  ) {}

  /**
   * @returns the outcome of the publish. If the person must be asked first, writes nothing and returns a question
   * instead
   * @throws Problem the problems of `PublicationsService.publish`; also `approval_required` if the person did not
   * agree, and `daily_limit_exceeded` if the person must be asked but no unit is left
   * @throws Error with a JSON-RPC code if the answer belongs to the question of another call
   */
  async publish(call: HostedPublish): Promise<WriteOutcome | Question> {
    const { host } = call;
    const answer = host.elicits ? host.answer : null;
    const asked = answer === null ? undefined : await this.questionOf(answer, call);
    const decision = answer === null ? undefined : this.decisionOf(call, answer, asked);
    const { actor, id, input, idempotencyKey, wait } = call;
    try {
      return await this.publications.publish(actor, id, input, idempotencyKey, wait, decision);
    } catch (error) {
      const isConfirmed = decision !== undefined && 'by' in decision;
      if (isConfirmed && hasMovedOn(error)) return this.ask(call, ASKED_AGAIN.movedOn);
      const isDeclined = decision !== undefined && !isConfirmed;
      if (!host.elicits || isDeclined || !asksAPerson(error)) throw error;
      return this.ask(call, asked ? ASKED_AGAIN.name : null);
    }
  }

  /**
   * Returns the person's decision; `undefined` if the person must be asked again, because the name is not valid or a
   * question that was accepted is no longer valid.
   */
  private decisionOf(
    call: HostedPublish,
    answer: HostAnswer,
    asked: AskedQuestion | undefined,
  ): Confirmation | Declined | undefined {
    if (!isRelease(answer)) return { declined: this.notReleased(call, answer) };
    const by = asked && nameOf(answer);
    if (asked === undefined || by === undefined) return undefined;
    const { isReturned, withdrawnAt } = asked;
    return { by, via: 'host', unlessReturned: !isReturned, knownWithdrawal: withdrawnAt };
  }

  /**
   * Finds the question that the person answers; `undefined` if the answer came too late.
   * @throws JSON-RPC error if the answer belongs to the question of another call
   */
  private async questionOf(
    answer: HostAnswer,
    call: HostedPublish,
  ): Promise<AskedQuestion | undefined> {
    const { key, now } = await this.keyOf(call);
    const asked = readState(answer.state, key);
    if (asked === undefined) throw new InvalidParams(FOREIGN_STATE);
    return asked.end > now ? asked : undefined;
  }

  /**
   * Makes the question.
   * @param why the person is asked again
   * @throws Problem `daily_limit_exceeded` if no unit is left to carry out the answer
   */
  private async ask(call: HostedPublish, why: string | null): Promise<Question> {
    const { actor, id } = call;
    const quota = await this.quota.read(actor.accountId);
    if (quota.usage.remaining === 0) throw dailyLimitExceeded(quota);
    const revision = call.input.expectedVersion;
    const lines = this.views.forReaders(actor, id, revision);
    const [publication, seen, { key, now }] = await Promise.all([
      this.views.read(actor, id, { view: 'preview', revision }),
      inTime(lines, LINES_TIMEOUT_MS),
      this.keyOf(call),
    ]);
    const told = {
      isReturned: publication.returned !== null,
      withdrawnAt: publication.withdrawn?.at ?? null,
    };
    const state = writeState({ end: now + ANSWER_SECONDS, ...told }, key);
    return question(publication, seen, state, why);
  }

  /** Derives the key of a call. The repeated call, which contains the answer, has the same key; no other call has. */
  private keyOf({ actor, id, input, idempotencyKey }: HostedPublish) {
    const { accountId, keyId } = actor;
    const call = [accountId, keyId, readId(id) ?? '', input.expectedVersion, idempotencyKey];
    // A JSON array is unambiguous, even if a member contains a separator.
    return this.previews.derivedKey(accountId, `question ${JSON.stringify(call)}`);
  }

  private notReleased({ id }: HostedPublish, { action }: HostAnswer): Problem {
    const desk = deskUrl(this.config, readId(id) ?? '');
    const { details } = approvalRequired('confirmed', desk).occasion;
    const isClosed = action === 'cancel';
    return new Problem('approval_required', {
      ...(details && { details }),
      detail: `${isClosed ? 'The question to the person was closed without an answer.' : 'The person who was asked did not release this version.'} Nothing was released.`,
      nextStep: `Do not call the tool again on your own: tell the user what happened. Call it again, with the same idempotencyKey or a new one, only if the user wants to be asked again.${desk === null ? '' : ' The user can also decide at details.deskUrl.'}`,
    });
  }
}

const FOREIGN_STATE =
  'The requestState that was sent belongs to another call. Nothing was done. Call the tool again without inputResponses.';

const isRelease = ({ action, decision }: HostAnswer): boolean =>
  action === 'accept' && decision === RELEASE;

/** Returns the name that readers will see; `undefined` if the name is not valid. The person is then asked again. */
function nameOf({ name }: HostAnswer): string | undefined {
  const trimmed = typeof name === 'string' ? name.trim() : '';
  return nameRule(trimmed) === undefined ? trimmed : undefined;
}

/** Whether the publish was refused because a person must confirm it. */
const asksAPerson = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code === 'approval_required' &&
  error.occasion.details?.releaseRule === 'confirmed';

/**
 * Whether a confirmed publish was refused because the version, still the newest, was sent back or withdrawn after the
 * question.
 */
const hasMovedOn = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code === 'version_conflict' &&
  error.occasion.details?.currentVersion === error.occasion.details?.expectedVersion;
