import { Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RequireScope } from '../../../src/keys/access.decorators.js';
import { KEY_SECURITY, KEY_SECURITY_SCHEME } from '../../../src/keys/key-security.js';

@Controller()
class DoorsController {
  @RequireScope('publish')
  @Post('publish')
  publish(): void {}
}

@Module({ controllers: [DoorsController] })
class DoorsModule {}

describe('the access that a route declares', () => {
  let document: OpenAPIObject;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const app = await NestFactory.create(DoorsModule, { logger: false });
    const options = new DocumentBuilder().addSecurity(KEY_SECURITY, KEY_SECURITY_SCHEME).build();
    document = SwaggerModule.createDocument(app, options);
    close = () => app.close();
  });

  afterAll(() => close());

  it('is in the OpenAPI document with the scope that it needs', () => {
    expect(document.paths['/publish']?.post?.security).toEqual([{ publisherKey: ['publish'] }]);
  });

  it('refers to a bearer scheme that the document defines', () => {
    expect(document.components?.securitySchemes?.publisherKey).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
  });
});
