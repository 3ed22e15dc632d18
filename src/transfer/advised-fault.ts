import type { Fault } from '../platform/validation/fault.js';

/** Extends the message of some faults with advice on how to correct the file. */
export function advised({ field, message }: Fault, slug: string): Fault {
  if (field === 'locale' && message === 'is required') {
    return {
      field,
      message: `${message}: write it into the front matter, or put the file into a folder such as en/`,
    };
  }
  if (field === 'slug' && slug === '') {
    return {
      field,
      message: 'is required: the name of the file makes none, so write it into the front matter',
    };
  }
  return { field, message };
}
