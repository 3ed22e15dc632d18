import {
  applyDecorators,
  Controller,
  Get,
  Param,
  Put,
  Query,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentActor, GuardedBy, RequireScope } from '../keys/access.decorators.js';
import type { Actor } from '../keys/actor.js';
import { Answers, Operation, Refuses } from '../platform/openapi/operation.decorator.js';
import { NoInput } from '../platform/validation/validated.js';
import { PictureBodyInterceptor, PictureBytes } from './picture-body.js';
import { PICTURE_TYPES } from './picture-types.js';
import { PictureDto } from './picture.dto.js';
import { PicturesService, type PutOutcome } from './pictures.service.js';
import { UploadGuard, type UploadRequest } from './upload.guard.js';
import type { Response } from 'express';
import { deliver } from '../platform/http/deliver.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { KEPT_BY_ALL, pictureAnswer, PictureFiles } from './picture-files.service.js';

const Uploads = (): MethodDecorator =>
  applyDecorators(
    UseInterceptors(PictureBodyInterceptor),
    ApiConsumes(...Object.values(PICTURE_TYPES)),
    ApiBody({
      description: 'The bytes of the picture.',
      schema: { type: 'string', format: 'binary' },
    }),
    Refuses('invalid_request', 'unsupported_media_type', 'payload_too_large', 'picture_invalid'),
  );

/** Uploads of pictures over HTTP (contract 14). */
@ApiTags('pictures')
@Controller('api/v1')
export class PicturesController {
  constructor(private readonly pictures: PicturesService) {}

  @Put('pictures/:sha256')
  @Operation({
    operationId: 'putPicture',
    summary: 'Upload a picture',
    description:
      'Stores a PNG, JPEG, WebP, AVIF or GIF for the account, under the SHA-256 of its bytes. The picture is private until a released revision names it. The request needs no idempotency key and costs no write. If you send the same file again, nothing changes.',
  })
  @ApiParam({
    name: 'sha256',
    description: 'SHA-256 of the bytes of the picture, in lower-case or upper-case hexadecimal.',
    schema: { type: 'string', pattern: '^[0-9a-fA-F]{64}$' },
  })
  @Answers({ status: 201, description: 'The picture was stored.', body: PictureDto })
  @Answers({ status: 200, description: 'The account already had the picture.', body: PictureDto })
  @RequireScope('write')
  @Uploads()
  put(
    @CurrentActor() actor: Actor,
    @Query() _: NoInput,
    @Param('sha256') sha256: string,
    @PictureBytes() bytes: Buffer,
  ): Promise<PutOutcome> {
    return this.pictures.put(actor, sha256, bytes);
  }

  @Put('uploads/:token')
  @Operation({
    operationId: 'uploadMissingPicture',
    security: [],
    summary: 'Upload a missing picture',
    description:
      'Uploads one picture to an `uploadUrl` from `missingPictures`. The request needs no key. The address accepts one upload and is valid for one hour.',
  })
  @ApiParam({
    name: 'token',
    description: 'The last part of `uploadUrl`.',
    schema: { type: 'string' },
  })
  @Answers({ status: 201, description: 'The picture.', body: PictureDto })
  @Refuses('not_found')
  @GuardedBy(UploadGuard)
  @Uploads()
  upload(
    @Req() { upload }: UploadRequest,
    @Query() _: NoInput,
    @PictureBytes() bytes: Buffer,
  ): Promise<PutOutcome> {
    return this.pictures.putOnce(upload!, bytes);
  }
}

/** Serves the pictures of released revisions (contract 14). */
@Controller('pictures')
@PublicRoute()
export class PublicPicturesController {
  constructor(private readonly files: PictureFiles) {}

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response) {
    return deliver(pictureAnswer(this.files.released(name), KEPT_BY_ALL), response);
  }
}
