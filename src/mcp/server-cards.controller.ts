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

/** What the catalog and the cards say about an endpoint. */
interface Described {
  readonly name: string;
  readonly path: string;
  readonly title: string;
  /** At most 100 characters. */
  readonly description: string;
  readonly needsKey: boolean;
}

/**
 * Files by which programs find the MCP endpoints: an AI catalog, and a server card for each endpoint (MCP extension
 * `io.modelcontextprotocol/server-card`, contract 8).
 */
@Controller()
@PublicRoute()
export class ServerCardsController {
  private readonly readers: Described;
  private readonly publishers: Described;

  constructor(private readonly config: Config) {
    const title = config.siteName;
    this.readers = {
      name: 'documents',
      path: '/mcp/public',
      title,
      description: 'Search, read and list the released documents of this site. No key is needed.',
      needsKey: false,
    };
    this.publishers = {
      name: 'publishing',
      path: '/mcp',
      title: `${title}: publishing`,
      description: 'Draft, change and publish documents of this site, with a publisher key.',
      needsKey: true,
    };
  }

  @PublicFile('.well-known/ai-catalog.json', 'application/json; charset=utf-8')
  catalog(): string {
    const { publicBaseUrl, siteName } = this.config;
    const { hostname } = new URL(publicBaseUrl);
    return JSON.stringify({
      specVersion: '1.0',
      host: { displayName: siteName, identifier: hostname },
      entries: [this.readers, this.publishers].map(({ name, path, title, description }) => ({
        identifier: `urn:air:${hostname}:${name}`,
        displayName: title,
        description,
        type: CARD_TYPE,
        url: `${publicBaseUrl}${path}/server-card`,
      })),
    });
  }

  @PublicFile('mcp/public/server-card', CARD_TYPE)
  readersCard(): string {
    return this.card(this.readers);
  }

  @PublicFile('mcp/server-card', CARD_TYPE)
  publishersCard(): string {
    return this.card(this.publishers);
  }

  private card({ name, path, title, description, needsKey }: Described): string {
    const { publicBaseUrl } = this.config;
    const domain = new URL(publicBaseUrl).hostname.split('.').toReversed().join('.');
    return JSON.stringify({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v2/server-card.schema.json',
      name: `${domain.replaceAll(/[^\w.-]/g, '')}/${name}`,
      version: API_VERSION,
      title: firstCharacters(title, 100),
      description,
      websiteUrl: publicBaseUrl,
      remotes: [
        {
          type: 'streamable-http',
          url: publicBaseUrl + path,
          supportedProtocolVersions: PROTOCOL_VERSIONS,
          ...(needsKey && { headers: [KEY_HEADER] }),
        },
      ],
    });
  }
}

const KEY_HEADER = {
  name: 'Authorization',
  description: 'Bearer, a space, and a publisher key, which an operator of the service issues.',
  isRequired: true,
  isSecret: true,
};
