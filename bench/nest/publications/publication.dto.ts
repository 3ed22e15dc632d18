import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsIn,
  IsInt,
  IsLocale,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';

/** Optional members of a document. */
class OptionalFields {
  @IsOptional()
  @IsString()
  @MaxLength(500)
  description?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @Length(1, 50, { each: true })
  tags?: string[];

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(50)
  @IsUrl({ protocols: ['http', 'https'] }, { each: true })
  sources?: string[];

  @IsOptional()
  @IsIn(['draft', 'review'])
  intent?: string;

  @IsOptional()
  @IsString()
  @MaxLength(300)
  changeNote?: string;
}

export class CreatePublicationDto extends OptionalFields {
  @IsLocale()
  locale!: string;

  @Length(1, 120)
  @Matches(/^[\p{Ll}\p{Lo}\p{M}\p{N}]+(?:[-_][\p{Ll}\p{Lo}\p{M}\p{N}]+)*$/u)
  slug!: string;

  @IsString()
  @Length(1, 200)
  title!: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(200_000)
  content!: string;
}

export class UpdatePublicationDto extends OptionalFields {
  @IsInt()
  @Min(1)
  expectedVersion!: number;

  @IsOptional()
  @IsString()
  @Length(1, 200)
  title?: string;

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(200_000)
  content?: string;
}

export class PublishPublicationDto {
  @IsInt()
  @Min(1)
  expectedVersion!: number;
}

export class ListPublicationsDto {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 20;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  offset = 0;
}
