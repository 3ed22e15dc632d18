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

/** The services that tools call: those of the HTTP controllers, and the one that asks a person first. */
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

/** Arguments that HTTP has in path, header or preference (contract 8). */
export interface OwnArguments {
  readonly id: string;
  readonly idempotencyKey: string;
  /** 0–30. */
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

/** Hints of a tool that adds to the service and replaces nothing. */
export const WRITING: ToolHints = { ...READING, readOnlyHint: false };

export interface ToolCall<Own extends OwnArgument, Input> {
  readonly actor: Actor;
  readonly own: Pick<OwnArguments, Own>;
  readonly input: Input;
  /** Waits up to this many seconds, or until the client disconnects; 0: no wait. */
  readonly wait: (seconds: number) => Wait | undefined;
  readonly host: Host;
  /** For notes only; a publish reads the rule from the database. */
  readonly releasing: Releasing;
}

export interface ToolAnswer {
  readonly content: object;
  /** The answer is that of an earlier write (contract 5). */
  readonly replayed?: boolean;
}

/** One tool: all that is listed, checked and done (contract 8). */
export interface Tool<Own extends OwnArgument = OwnArgument, Input extends object = object> {
  readonly name: string;
  readonly title: string;
  /** For models, which know nothing else of the service. */
  readonly description: string;
  readonly scope: Scope;
  readonly annotations: ToolHints;
  /** Arguments that HTTP has in path or header. */
  readonly own: readonly Own[];
  /** DTO of the same operation over HTTP, for its body or query. */
  readonly input: DtoClass<Input>;
  readonly output: Readonly<Record<string, JsonSchema>>;
  /** Returns a question if the host has to ask the person first; then nothing is done. */
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
