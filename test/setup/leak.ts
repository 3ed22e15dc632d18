/** Any publisher key (contract 7). */
const KEY = /imp_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}/;

/** Returns whether a text contains a publisher key. All output of every service under test is checked. */
export const holdsKey = (text: string): boolean => KEY.test(text);
