import { Catch, Injectable } from '@nestjs/common';
import { type Answer, confidentialPage } from '../site/answer.js';
import { SiteFaultFilter } from '../site/site-fault.filter.js';

/** The same as everywhere on the site; but the address of a preview is told to nobody, then neither. */
@Catch()
@Injectable()
export class PreviewFaultFilter extends SiteFaultFilter {
  protected override answer(status: number, page: string): Answer {
    return confidentialPage(status, page);
  }
}
