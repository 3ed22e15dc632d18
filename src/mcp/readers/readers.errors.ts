import { Problem } from '../../platform/problems/problem.js';
import { invalidRequest } from '../../platform/validation/fault.js';

/** No released document is at the address (contract 8). */
export const noDocument = (): Problem =>
  new Problem('not_found', {
    detail: 'No released document is at this address.',
    nextStep: 'Find its address with search_documents or list_documents: `url` of an item.',
  });

/** The document at the address was withdrawn (contract 8). */
export const withdrawn = (): Problem =>
  new Problem('not_found', {
    status: 410,
    detail: 'The document at this address was withdrawn.',
    nextStep: 'Do not cite it. Look for another document with search_documents.',
  });

export const foreignUrl = (publicBaseUrl: string): Problem =>
  invalidRequest([
    {
      field: 'url',
      message: `must be an address of a document of this site, such as ${publicBaseUrl}/LOCALE/SLUG, or its path`,
    },
  ]);
