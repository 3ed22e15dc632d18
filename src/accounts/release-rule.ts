/** The rules that define who may release a revision of an account (contract 7). */
export const RELEASE_RULES = ['any-key', 'other-key', 'confirmed', 'desk'] as const;

export type ReleaseRule = (typeof RELEASE_RULES)[number];
