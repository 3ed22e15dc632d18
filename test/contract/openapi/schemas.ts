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

  /** Whether a value is valid for the schema at a JSON Pointer. */
  accepts(pointer: string, value: unknown): boolean {
    return this.validator({ $ref: referenceTo(pointer) })(value);
  }

  /**
   * Returns the differences between a value and the schema at a JSON Pointer. An unknown member counts as a difference.
   */
  faults(pointer: string, value: unknown): string[] {
    const validate = this.validator({ $ref: referenceTo(pointer), unevaluatedProperties: false });
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  private validator(schema: object): ValidateFunction {
    const name = JSON.stringify(schema);
    const known = this.validators.get(name);
    if (known) return known;
    const made = this.ajv.compile(schema);
    this.validators.set(name, made);
    return made;
  }
}

const referenceTo = (pointer: string): string =>
  `${DOCUMENT}#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}`;
