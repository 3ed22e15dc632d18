import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { clock } from '../platform/clock/clock.js';
import { Config } from '../platform/config/config.js';
import { routeNotFound } from '../platform/problems/common-problems.js';
import { Database } from '../platform/database/database.js';
import { deliver } from '../platform/http/deliver.js';
import { fileAnswer } from '../site/answers.js';
import { keySetOf } from '../signatures/signer.js';
import { SigningKeys } from '../signatures/signing-keys.service.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';

/** Days from a request to the expiry date in the answer. RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

const skill = readFileSync(createRequire(import.meta.url).resolve('#skills/publishing/SKILL.md'));
const text = skill.toString();
const member = (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(text)![1]!;

/** The index of skills, in the format of Agent Skills Discovery 0.2.0. */
const INDEX = JSON.stringify({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: [
    {
      name: member('name'),
      type: 'skill-md',
      description: member('description'),
      url: '/.well-known/agent-skills/publishing/SKILL.md',
      digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
    },
  ],
});

/** Well-known files (RFC 8615) of the service itself. */
@Controller('.well-known')
@PublicRoute()
export class WellKnownController {
  constructor(
    private readonly keys: SigningKeys,
    private readonly database: Database,
    private readonly config: Config,
  ) {}

  /** The public keys that verify signed records, as a JWK Set (RFC 7517, contract 15), newest first. */
  @Get('jwks.json')
  jwks(@Res() response: Response) {
    const type = 'application/jwk-set+json; charset=utf-8';
    const answer = this.keys
      .publicKeys(this.database.publicReads)
      .then((keys) => fileAnswer(type, JSON.stringify(keySetOf(keys))));
    return deliver(answer, response);
  }

  /**
   * The file that says where to report a vulnerability of this service (RFC 9116, contract 11).
   * @throws Problem `not_found` if no contact is configured
   */
  @Get('security.txt')
  securityTxt(@Res() response: Response) {
    const { securityContact, publicBaseUrl } = this.config;
    if (securityContact === '') throw routeNotFound();
    const expires = new Date(clock.millis() + VALID_DAYS * DAY_MS);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicBaseUrl}/.well-known/security.txt`,
      '',
    ];
    return deliver(fileAnswer('text/plain; charset=utf-8', lines.join('\n')), response);
  }

  /** The index of the skills, which teach an assistant to publish with this service (contract 8). */
  @Get('agent-skills/index.json')
  skills(@Res() response: Response) {
    return deliver(fileAnswer('application/json; charset=utf-8', INDEX), response);
  }

  @Get('agent-skills/publishing/SKILL.md')
  skill(@Res() response: Response) {
    return deliver(fileAnswer('text/markdown; charset=utf-8', text), response);
  }
}
