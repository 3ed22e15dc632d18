import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Controller, Get, Header } from '@nestjs/common';
import { PublicRoute } from '../platform/http/public-route.decorator.js';

const skill = readFileSync(createRequire(import.meta.url).resolve('#skills/publishing/SKILL.md'));
const text = skill.toString();
const member = (name: string): string => new RegExp(`^${name}: (.+)$`, 'm').exec(text)![1]!;

const PATH = '.well-known/agent-skills';

/** The index of skills, in the format of Agent Skills Discovery 0.2.0. */
const INDEX = JSON.stringify({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: [
    {
      name: member('name'),
      type: 'skill-md',
      description: member('description'),
      url: `/${PATH}/publishing/SKILL.md`,
      digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
    },
  ],
});

/** Well-known routes that serve the skills. The skills teach an assistant to publish with this service (contract 8). */
@Controller(PATH)
@PublicRoute()
export class SkillsController {
  @Get('index.json')
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', 'public, no-cache')
  @Header('X-Content-Type-Options', 'nosniff')
  index(): string {
    return INDEX;
  }

  @Get('publishing/SKILL.md')
  @Header('Content-Type', 'text/markdown; charset=utf-8')
  @Header('Cache-Control', 'public, no-cache')
  @Header('X-Content-Type-Options', 'nosniff')
  publishing(): string {
    return text;
  }
}
