import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { Config } from '../config/config.js';
import { type DtoClass, validated } from './validated.js';
import { invalidRequest, validationFailed } from './fault.js';

/**
 * Checks `@Body()` and `@Query()` against their DTO classes.
 * @throws Problem `validation_failed` for a body, `invalid_request` for a query
 */
@Injectable()
export class ValidatedPipe implements PipeTransform {
  constructor(private readonly config: Config) {}

  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type !== 'body' && type !== 'query') return value;
    const result = await validated(
      metatype as DtoClass<object>,
      value as Readonly<Record<string, unknown>>,
      this.config,
    );
    if ('value' in result) return result.value;
    throw type === 'body' ? validationFailed(result.faults) : invalidRequest(result.faults);
  }
}
