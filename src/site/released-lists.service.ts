import { Injectable } from '@nestjs/common';
import type { ListSubject } from '../documents/page-path.js';
import type { Menu } from './menu.js';
import { MenusService } from './menus.service.js';
import { PagesRepository, type Window } from './pages.repository.js';
import type { ListedPage } from './shown-page.js';

/** Reads the lists of the site, for programs (contract 8). */
@Injectable()
export class ReleasedListsService {
  constructor(
    private readonly pages: PagesRepository,
    private readonly menus: MenusService,
  ) {}

  /** Reads released documents, newest first. */
  newest(subject: ListSubject, window: Window): Promise<readonly ListedPage[]> {
    return this.pages.newest(subject, window);
  }

  /** Returns the menu of a locale, if it has one. */
  menu(locale: string): Promise<Menu | undefined> {
    return this.menus.current(locale);
  }
}
