import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { MenuReports } from './menu-reports.service.js';
import { MenusService } from './menus.service.js';
import { MovedPaths } from './moved-paths.service.js';
import { RedirectsService } from './redirects.service.js';
import { ReleasedPagesService } from './released-pages.service.js';
import { SitePlaces } from './site-places.service.js';

const SERVICES = [
  MenuReports,
  MenusService,
  MovedPaths,
  RedirectsService,
  ReleasedPagesService,
  SitePlaces,
];

/**
 * The services of the released pages. This module has no controllers, because processes that do not serve the site also
 * import this module.
 */
@Module({
  imports: [AuditModule],
  providers: SERVICES,
  exports: SERVICES,
})
export class ReleasedPagesModule {}
