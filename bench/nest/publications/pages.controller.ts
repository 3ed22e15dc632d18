import { Controller, Get, Header, NotFoundException, Param } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { Page } from './page.entity.js';

/** The public site. Express adds ETags and answers 304. */
@Controller()
export class PagesController {
  constructor(@InjectRepository(Page) private readonly pages: Repository<Page>) {}

  @Get(':locale/:slug')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async page(@Param('locale') locale: string, @Param('slug') slug: string): Promise<string> {
    const page = await this.pages.findOneBy({ locale, slug });
    if (!page) throw new NotFoundException();
    return page.html;
  }
}
