/** Pattern of a publisher key (contract 7). */
const KEY = /imp_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}/;

/**
 * Returns whether a text contains a publisher key. `Service.stop` checks the output of every service under test.
 */
export const holdsKey = (text: string): boolean => KEY.test(text);
