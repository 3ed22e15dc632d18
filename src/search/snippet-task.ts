import { markers, type SnippetPart, type SnippetWord } from './snippet.js';

/** A text of an entry. */
export interface TextToCut {
  readonly locale: string;
  /** A text that `flatText` made. */
  readonly body: string;
}

export interface SnippetsAsked {
  readonly words: readonly SnippetWord[];
  readonly texts: readonly TextToCut[];
}

function snippets({ words, texts }: SnippetsAsked): readonly (readonly SnippetPart[])[] {
  const markerOf = markers(words);
  return texts.map(({ locale, body }, place) =>
    markerOf(locale).snippet(body, texts.length - place),
  );
}

export const snippetTasks = { snippets };

type SnippetTasks = typeof snippetTasks;

declare module '../platform/threads/thread-tasks.js' {
  interface ThreadTasks extends SnippetTasks {}
}
