import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ApiInteger } from '../platform/openapi/property.decorators.js';
import { PICTURE_TYPES } from './picture-types.js';
import type { UploadedPicture } from './pictures.service.js';

const SHA256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** `UploadedPicture` with its OpenAPI documentation (contract 14), which a worker does not load. */
@ApiSchema({ name: 'Picture', description: 'A picture that the account uploaded.' })
export class PictureDto implements UploadedPicture {
  /** The name of the picture. */
  @ApiProperty({
    pattern: '^[0-9a-f]{64}$',
    description: 'SHA-256 of the bytes, in lower-case hexadecimal.',
    examples: [SHA256],
  })
  sha256!: string;

  /** Detected from the bytes. */
  @ApiProperty({ enum: Object.values(PICTURE_TYPES), description: 'Media type of the picture.' })
  type!: string;

  @ApiInteger(
    1,
    'Width of the first frame in pixels, after the rotation that the metadata specifies.',
    {
      examples: [1600],
    },
  )
  width!: number;

  @ApiInteger(
    1,
    'Height of the first frame in pixels, after the rotation that the metadata specifies.',
    {
      examples: [900],
    },
  )
  height!: number;

  @ApiInteger(1, 'Size of the file that was sent, in bytes.', { examples: [183_402] })
  bytes!: number;

  @ApiProperty({
    description:
      'Markdown that shows the picture. Replace the alternative text with your own words.',
    examples: [`![what it shows](picture:${SHA256})`],
  })
  markdown!: string;
}
