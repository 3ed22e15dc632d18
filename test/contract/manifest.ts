/** One promise of docs/contract.md. */
export interface ServicePromise {
  /** Section number and name: `2.slug-nfkc`. */
  id: string;
  /** Number of the section that contains the promise. */
  section: string;
  sentence: string;
}

/** A list item of the contract. The text after the dash must end with an id in brackets. */
const ITEM = /^- (?<item>.*)$/;
const PROMISE = /^(?<sentence>\S.*\.) \[(?<id>\d+\.[a-z0-9-]+)\]$/;
const SECTION = /^## (?<section>\d+)\. /;

/**
 * Returns the promises of docs/contract.md in order. Every list item is a promise.
 * @throws if a list item has no id, or comes before the first section.
 */
export function promisesIn(contract: string): ServicePromise[] {
  let section: string | undefined;
  return contract.split('\n').flatMap((line, index) => {
    section = SECTION.exec(line)?.groups?.['section'] ?? section;
    const item = ITEM.exec(line)?.groups?.['item'];
    if (item === undefined) return [];
    const { id, sentence } = PROMISE.exec(item)?.groups ?? {};
    if (!id || !sentence || section === undefined) {
      throw new Error(`docs/contract.md:${index + 1} is no promise with an id: ${line}`);
    }
    return [{ id, section, sentence }];
  });
}
