import { Injectable } from '@nestjs/common';
import type { Actor } from '../keys/actor.js';
import type { Scope } from '../keys/scope.js';
import type { DtoClass } from '../platform/validation/validated.js';
import { PublicationListService } from '../publications/publication-list.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { PublicationsService, type Wait } from '../publications/publications.service.js';
import { QuotaService } from '../quota/quota.service.js';
import { type Host, HostConfirmations } from './host-confirmations.service.js';
import type { JsonObject } from './json-rpc.js';
import type { JsonSchema, ObjectSchema } from './schemas.js';
import type { Releasing } from './notes.js';
import type { Question } from './question.js';

/** The services that tools call: the services of the HTTP controllers, and `HostConfirmations`. */
@Injectable()
export class ToolServices {
  constructor(
    readonly publications: PublicationsService,
    readonly lists: PublicationListService,
    readonly views: PublicationViewsService,
    readonly quota: QuotaService,
    readonly confirmations: HostConfirmations,
  ) {}
}

/** Arguments of tools that no body or query of the HTTP API contains (contract 8). */
export interface OwnArguments {
  readonly id: string;
  readonly idempotencyKey: string;
  /** Longest wait, in seconds, 0–30. */
  readonly waitSeconds: number;
  readonly includeContent: boolean;
}

export type OwnArgument = keyof OwnArguments;

/** Hints for clients about a tool (MCP `ToolAnnotations`). */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Hints of a tool that changes nothing and reads only this service. */
export const READING: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Hints of a tool that adds data to this service and replaces no data. */
export const WRITING: ToolHints = { ...READING, readOnlyHint: false };

export interface ToolCall<Own extends OwnArgument, Input> {
  readonly actor: Actor;
  readonly own: Pick<OwnArguments, Own>;
  readonly input: Input;
  /** Returns a wait of at most `seconds`; `undefined` for 0. The wait ends early if the client disconnects. */
  readonly wait: (seconds: number) => Wait | undefined;
  readonly host: Host;
  /** Only notes use this member. A publish reads the release rule from the database instead. */
  readonly releasing: Releasing;
}

export interface ToolAnswer {
  readonly content: object;
  /** Whether this is the stored answer of an earlier write (contract 5). */
  readonly replayed?: boolean;
}

/** The listing and the arguments of a tool. */
export interface ToolShape<Own extends OwnArgument = OwnArgument, Input extends object = object> {
  readonly name: string;
  readonly title: string;
  /** Text by which models choose and call the tool. */
  readonly description: string;
  readonly annotations: ToolHints;
  /** Arguments that are not members of `input`. */
  readonly own: readonly Own[];
  /** DTO of the body or query of the same HTTP operation. */
  readonly input: DtoClass<Input>;
  /** Members of `input` that are accepted but not listed. */
  readonly hidden?: readonly string[];
  readonly output: Readonly<Record<string, JsonSchema>>;
  readonly listed: ListedTool;
}

/** A tool for publisher keys: its listing, its arguments and its action (contract 8). */
export interface Tool<
  Own extends OwnArgument = OwnArgument,
  Input extends object = object,
> extends ToolShape<Own, Input> {
  readonly scope: Scope;
  /** Checks the scope that some arguments need in addition to `scope`. */
  readonly assertScopeOf?: (actor: Actor, args: JsonObject) => void;
  /** Carries out a call. If the host must ask the person first, only returns a question. */
  run(services: ToolServices, call: ToolCall<Own, Input>): Promise<ToolAnswer | Question>;
}

/** A tool as `tools/list` shows it. */
export interface ListedTool extends Pick<
  ToolShape,
  'name' | 'title' | 'description' | 'annotations'
> {
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}
