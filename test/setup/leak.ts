/** Any publisher key (contract 7). */
const KEY = /imp_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}/;

/** Whether a text holds a publisher key. Every service under test is asked this of all that it wrote. */
export const holdsKey = (text: string): boolean => KEY.test(text);
