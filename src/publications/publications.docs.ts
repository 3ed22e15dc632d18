import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiParam } from '@nestjs/swagger';
import { MAX_WAIT_SECONDS } from '../platform/http/prefer-wait.js';
import { Answers, Operation, Refuses } from '../platform/openapi/operation.decorator.js';
import { PublicationListDto } from './dto/list-publications.dto.js';
import {
  CreatePublicationDto,
  PublishPublicationDto,
  UpdatePublicationDto,
} from './dto/write-bodies.dto.js';
import { PublicationDto, WrittenPublicationDto } from './dto/publication.dto.js';
import { PublicationViewDto, ShortAnswerDto } from './dto/publication-view.dto.js';

const WRITTEN = ['RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed'] as const;

const Id = (): MethodDecorator =>
  applyDecorators(
    ApiParam({
      name: 'id',
      description: 'The id of the publication.',
      schema: { type: 'string', format: 'uuid' },
    }),
    Refuses('not_found'),
  );

const PreferWait = (): MethodDecorator =>
  ApiHeader({
    name: 'Prefer',
    description: `With \`wait=N\`, the answer waits at most N seconds (at most ${MAX_WAIT_SECONDS}) until no release is in flight and \`indexStatus\` is not \`pending\`, or until the release has failed (RFC 7240).`,
    schema: { type: 'string' },
  });

const PreferWarnings = (): MethodDecorator =>
  ApiHeader({
    name: 'Prefer',
    description: `With \`wait=N\`, the answer waits at most N seconds (at most ${MAX_WAIT_SECONDS}) for \`warnings\` (RFC 7240).`,
    schema: { type: 'string' },
  });

export const DocumentedCreate = (): MethodDecorator =>
  applyDecorators(
    Operation({
      operationId: 'createPublication',
      summary: 'Create a publication',
      description:
        'Makes version 1 of a new document, as a draft or offered for review. Nothing is public before a publish. Costs one accepted write.',
    }),
    ApiBody({
      type: CreatePublicationDto,
      examples: {
        minimal: {
          summary: 'What a document needs',
          value: {
            locale: 'en',
            slug: 'hello-world',
            title: 'Hello, world',
            content: 'Machines write; people decide what becomes **public**.',
          },
        },
        complete: {
          summary: 'Everything that a document can have',
          value: {
            locale: 'en',
            slug: 'release-notes-4-2',
            title: 'Release notes 4.2',
            content: '# What is new\n\n- Faster search\n- Fewer surprises\n',
            description: 'What changed between 4.1 and 4.2.',
            tags: ['release-notes', 'search'],
            sources: ['https://example.org/changes/4.2'],
            author: { kind: 'ai', name: 'Release notes assistant' },
            intent: 'review',
          },
        },
      },
    }),
    Answers({
      status: 201,
      description: 'The publication as it was committed.',
      body: WrittenPublicationDto,
      orElse: ShortAnswerDto,
      headers: ['Location', 'Preference-Applied', ...WRITTEN],
    }),
    PreferWarnings(),
    Refuses('path_conflict'),
  );

export const DocumentedList = (): MethodDecorator =>
  applyDecorators(
    Operation({
      operationId: 'listPublications',
      summary: 'List publications',
      description:
        'The publications of the account, page by page, without content. Follow `nextCursor` until it is null.',
    }),
    Answers({
      status: 200,
      description: 'One page.',
      body: PublicationListDto,
      headers: ['Link'],
    }),
    Refuses('invalid_request', 'invalid_cursor'),
  );

const IfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    description:
      'The `ETag` of a whole publication that you read. If the publication has changed since, nothing is written. `expectedVersion` is required as well.',
    schema: { type: 'string' },
  });

export const DocumentedRead = (): MethodDecorator =>
  applyDecorators(
    Operation({
      operationId: 'getPublication',
      summary: 'Read a publication',
      description:
        'The working revision or a part of any revision, and the state of the document. With `Prefer: wait=30`, the answer waits until a release is public and indexed.',
    }),
    Id(),
    Refuses('invalid_request'),
    PreferWait(),
    ApiHeader({
      name: 'If-None-Match',
      description: 'The `ETag` of an earlier answer. It is compared after a wait.',
      schema: { type: 'string' },
    }),
    Answers({
      status: 200,
      description: 'The publication, or the requested part of it.',
      body: PublicationViewDto,
      headers: ['ETag', 'Preference-Applied'],
    }),
    Answers({
      status: 304,
      description: 'Nothing has changed since the answer with this `ETag`.',
      headers: ['ETag', 'Preference-Applied'],
    }),
  );

export const DocumentedUpdate = (): MethodDecorator =>
  applyDecorators(
    Operation({
      operationId: 'updatePublication',
      summary: 'Update a publication',
      description:
        'Makes the next version from the fields that change. The public page stays as it is, even while a release is in flight. Costs one accepted write.',
    }),
    Id(),
    ApiBody({
      type: UpdatePublicationDto,
      examples: {
        title: {
          summary: 'Another title',
          value: { expectedVersion: 1, title: 'Hello again, world' },
        },
        review: {
          summary: 'Offer for review',
          value: { expectedVersion: 1, intent: 'review' },
        },
      },
    }),
    Answers({
      status: 200,
      description: 'The publication with its next version.',
      body: WrittenPublicationDto,
      orElse: ShortAnswerDto,
      headers: ['Preference-Applied', ...WRITTEN],
    }),
    PreferWarnings(),
    IfMatch(),
    Refuses('precondition_failed', 'version_conflict', 'edit_failed', 'immutable_field'),
  );

export const DocumentedPublish = (): MethodDecorator =>
  applyDecorators(
    Operation({
      operationId: 'publishPublication',
      summary: 'Publish a publication',
      description:
        'Starts the release of exactly the named version. The answer comes at once, with `state` `publishing`; with `Prefer: wait=30` it comes when the version is public and indexed, or has failed. Costs one accepted write.',
    }),
    Id(),
    PreferWait(),
    ApiBody({
      type: PublishPublicationDto,
      examples: { first: { summary: 'The first version', value: { expectedVersion: 1 } } },
    }),
    Answers({
      status: 202,
      description: 'The release is accepted. With a wait: the publication after the wait.',
      body: PublicationDto,
      orElse: ShortAnswerDto,
      headers: ['Location', 'Preference-Applied', ...WRITTEN],
    }),
    IfMatch(),
    Refuses(
      'precondition_failed',
      'version_conflict',
      'publish_in_progress',
      'already_published',
      'picture_missing',
      'checks_failed',
      'sources_required',
      'approval_required',
    ),
  );
