import { Injectable } from '@nestjs/common';
import type { Actor } from '../keys/actor.js';
import type { Scope } from '../keys/scope.js';
import type { DtoClass } from '../platform/validation/validated.js';
import { PublicationListService } from '../publications/publication-list.service.js';
import { PublicationViewsService } from '../publications/views/publication-views.service.js';
import { PublicationsService, type Wait } from '../publications/publications.service.js';
import { QuotaService } from '../quota/quota.service.js';
import { type Host, HostConfirmations } from './host-confirmations.service.js';
import type { JsonSchema, ObjectSchema } from './json.js';
import type { Releasing } from './releasing.js';
import type { Question } from './question.js';

/** The services that tools call: the very ones of the HTTP controllers, and what asks a person before. */
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

/** The arguments that have another place over HTTP: path, header or preference (contract 8). */
export interface OwnArguments {
  readonly id: string;
  readonly idempotencyKey: string;
  /** 0–30. */
  readonly waitSeconds: number;
  readonly includeContent: boolean;
}

export type OwnArgument = keyof OwnArguments;

/** What a client may assume of a tool before it calls it (MCP `ToolAnnotations`). */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** What holds of a tool that changes nothing, and reads from this service alone. */
export const READING: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** What holds of a tool that adds to what this service keeps, and replaces nothing. */
export const WRITING: ToolHints = { ...READING, readOnlyHint: false };

/** A call whose key, scope and arguments are in order. */
export interface ToolCall<Own extends OwnArgument, Input> {
  readonly actor: Actor;
  readonly own: Pick<OwnArguments, Own>;
  readonly input: Input;
  /** A wait of so many seconds, which ends early when the client is gone; 0: none. */
  readonly wait: (seconds: number) => Wait | undefined;
  readonly host: Host;
  /** For notes alone: a publish asks the database. */
  readonly releasing: Releasing;
}

/** What a tool answers. */
export interface ToolAnswer {
  readonly content: object;
  /** Whether a write was answered from the record of an earlier one (contract 5). */
  readonly replayed?: boolean;
}

/** One tool: all that is listed, checked and done of it (contract 8). */
export interface Tool<Own extends OwnArgument = OwnArgument, Input extends object = object> {
  readonly name: string;
  readonly title: string;
  /** For a model that knows nothing else of the service. */
  readonly description: string;
  readonly scope: Scope;
  readonly annotations: ToolHints;
  /** Arguments that HTTP has in path or header. */
  readonly own: readonly Own[];
  /** The DTO of the same operation over HTTP: its body or its query. */
  readonly input: DtoClass<Input>;
  /** What is told of the members of the answer. */
  readonly output: Readonly<Record<string, JsonSchema>>;
  /** A question: nothing is done before the host has asked the person. */
  run(services: ToolServices, call: ToolCall<Own, Input>): Promise<ToolAnswer | Question>;
}

/** Ties the arguments of `run` to what the tool declares. */
export const defineTool = <Own extends OwnArgument, Input extends object>(
  definition: Tool<Own, Input>,
): Tool => definition;

/** A tool as `tools/list` shows it. */
export interface ListedTool extends Pick<Tool, 'name' | 'title' | 'description' | 'annotations'> {
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}
