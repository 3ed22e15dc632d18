import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const DOCUMENT = 'openapi.json';

/** Validates values by the schemas of a document, as a client would (JSON Schema 2020-12). */
export class DocumentSchemas {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: OpenAPIObject) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, DOCUMENT);
  }

  /**
   * Returns the differences between a value and the schema at a JSON Pointer. An unknown member counts as a difference.
   */
  faults(pointer: string, value: unknown): string[] {
    const $ref = `${DOCUMENT}#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}`;
    const validate =
      this.validators.get($ref) ?? this.ajv.compile({ $ref, unevaluatedProperties: false });
    this.validators.set($ref, validate);
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}
