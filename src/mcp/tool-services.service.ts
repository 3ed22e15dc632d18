import { Injectable } from '@nestjs/common';
import { PublicationListService } from '../publications/publication-list.service.js';
import { PublicationsService } from '../publications/publications.service.js';
import { QuotaService } from '../quota/quota.service.js';

/** The services that tools call: the very ones of the HTTP controllers. */
@Injectable()
export class ToolServices {
  constructor(
    readonly publications: PublicationsService,
    readonly lists: PublicationListService,
    readonly quota: QuotaService,
  ) {}
}
