/**
 * Number of the renderer. Raise it when the renderer, the sanitiser or one of their packages changes the HTML of a
 * document: pages of an older number are then rendered again when they are read (contract 9).
 */
export const RENDERER = 2;
