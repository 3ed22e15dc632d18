import { applyDecorators, Controller, Get, Header } from '@nestjs/common';
import { API_VERSION, Config } from '../platform/config/config.js';
import { PublicRoute } from '../platform/http/public-route.decorator.js';
import { firstCharacters } from '../platform/validation/rule.js';
import { PROTOCOL_VERSIONS } from './server.js';

const CARD_TYPE = 'application/mcp-server-card+json';

/** A file that pages of all origins may read. */
const PublicFile = (path: string, type: string): MethodDecorator =>
  applyDecorators(
    Get(path),
    Header('Content-Type', type),
    Header('Access-Control-Allow-Origin', '*'),
    Header('Cache-Control', 'public, max-age=3600'),
    Header('X-Content-Type-Options', 'nosniff'),
  );

const KEY_HEADER = {
  name: 'Authorization',
  description: 'Bearer, a space, and a publisher key, which an operator of the service issues.',
  isRequired: true,
  isSecret: true,
};

/** What the catalog and the cards say about the endpoints. A description has at most 100 characters. */
const READERS = {
  name: 'documents',
  path: '/mcp/public',
  subtitle: '',
  description: 'Search, read and list the released documents of this site. No key is needed.',
  remote: {},
};
const PUBLISHERS = {
  name: 'publishing',
  path: '/mcp',
  subtitle: ': publishing',
  description: 'Draft, change and publish documents of this site, with a publisher key.',
  remote: { headers: [KEY_HEADER] },
};

/**
 * Files by which programs find the MCP endpoints: an AI catalog, and a server card for each endpoint (MCP extension
 * `io.modelcontextprotocol/server-card`, contract 8).
 */
@Controller()
@PublicRoute()
export class ServerCardsController {
  constructor(private readonly config: Config) {}

  @PublicFile('.well-known/ai-catalog.json', 'application/json; charset=utf-8')
  catalog(): string {
    const { publicBaseUrl, siteName } = this.config;
    const { hostname } = new URL(publicBaseUrl);
    return JSON.stringify({
      specVersion: '1.0',
      host: { displayName: siteName, identifier: hostname },
      entries: [READERS, PUBLISHERS].map(({ name, path, subtitle, description }) => ({
        identifier: `urn:air:${hostname}:${name}`,
        displayName: siteName + subtitle,
        description,
        type: CARD_TYPE,
        url: `${publicBaseUrl}${path}/server-card`,
      })),
    });
  }

  @PublicFile('mcp/public/server-card', CARD_TYPE)
  readersCard(): string {
    return this.card(READERS);
  }

  @PublicFile('mcp/server-card', CARD_TYPE)
  publishersCard(): string {
    return this.card(PUBLISHERS);
  }

  private card({ name, path, subtitle, description, remote }: typeof READERS): string {
    const { publicBaseUrl, siteName } = this.config;
    const domain = new URL(publicBaseUrl).hostname.split('.').toReversed().join('.');
    return JSON.stringify({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
      name: `${domain.replaceAll(/[^\w.-]/g, '')}/${name}`,
      version: API_VERSION,
      title: firstCharacters(siteName + subtitle, 100),
      description,
      websiteUrl: publicBaseUrl,
      remotes: [
        {
          type: 'streamable-http',
          url: publicBaseUrl + path,
          supportedProtocolVersions: PROTOCOL_VERSIONS,
          ...remote,
        },
      ],
    });
  }
}
