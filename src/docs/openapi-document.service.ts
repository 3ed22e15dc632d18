import { createHash } from 'node:crypto';
import { type INestApplication, Injectable } from '@nestjs/common';
import { Config } from '../platform/config/config.js';
import { openApiDocument } from './openapi-document.js';

/** The OpenAPI document as it is sent. */
export interface DocumentText {
  readonly json: string;
  readonly etag: string;
}

/** Holds the OpenAPI document of this process, which is built once, at start. */
@Injectable()
export class OpenApiDocumentService {
  private text: DocumentText | undefined;

  constructor(private readonly config: Config) {}

  /** Builds the document from the routes of the application; called once it is made. */
  describe(app: INestApplication): void {
    const json = JSON.stringify(openApiDocument(app, this.config.publicBaseUrl));
    const digest = createHash('sha256').update(json).digest('base64url').slice(0, 27);
    this.text = { json, etag: `"${digest}"` };
  }

  /** @throws Error before `describe` */
  read(): DocumentText {
    if (!this.text) throw new Error('The application has not been described.');
    return this.text;
  }
}
