/** How grave a warning is. An `error` is certainly no text for readers; a `notice` is probably not meant. */
export const SEVERITIES = ['error', 'notice'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The entry of a code. The texts contain no text of the document. */
interface WarningKind {
  readonly severity: Severity;
  /** What the document has there, as one sentence. */
  readonly message: string;
  /** The edit to make. */
  readonly nextStep: string;
}

/** Every warning (contract 16). Clients rely on the codes. */
export const WARNINGS = {
  leaked_reasoning: {
    severity: 'error',
    message: 'The text still contains reasoning or tool calls of a program.',
    nextStep:
      'Remove the reasoning and the tags around it, even if the opening or the closing tag is missing. If readers should see the tags, write them as code.',
  },
  whole_text_in_fence: {
    severity: 'error',
    message: 'The document, or its front matter, is one fenced block of code.',
    nextStep:
      'Remove the first and the last line of the fence, so that the Markdown is rendered. If the fence contains front matter, move its values to the fields, and remove the front matter.',
  },
  citation_leftover: {
    severity: 'error',
    message: 'The text contains a citation mark that a chat program left, such as 【3†source】.',
    nextStep: 'Remove the citation mark; name the source in a link, in a footnote or in `sources`.',
  },
  hidden_text: {
    severity: 'error',
    message:
      'This passage contains invisible characters, or look-alike letters in the host of a link.',
    nextStep:
      'Replace the passage with the same words, without the invisible or look-alike characters.',
  },
  placeholder: {
    severity: 'error',
    message: 'The text contains a placeholder instead of the final words.',
    nextStep: 'Replace the placeholder by the intended text, or remove it.',
  },
  chat_frame: {
    severity: 'notice',
    message: 'The paragraph speaks to somebody in a chat instead of the readers.',
    nextStep: 'Remove the paragraph, or the part of it that speaks to the person in the chat.',
  },
  front_matter_in_content: {
    severity: 'notice',
    message: 'The content begins with front matter.',
    nextStep:
      'Move the values of the front matter to `title`, `description`, `tags` and `sources`, and remove the front matter.',
  },
  inline_picture: {
    severity: 'notice',
    message: 'A picture is written as a `data:` address. Readers do not see such a picture.',
    nextStep: 'Write `![what it shows](picture:SHA-256)` instead, and upload the file.',
  },
  tracking_in_link: {
    severity: 'notice',
    message: 'An address has parameters that track readers.',
    nextStep: 'Remove these parameters from the address.',
  },
  dead_link: {
    severity: 'notice',
    message:
      'A link leads nowhere: it has no target, it names a heading or an anchor that the document does not have, or no public document of this site has its address.',
    nextStep: 'Correct the target, release the document that it leads to, or remove the link.',
  },
  heading_skips: {
    severity: 'notice',
    message: 'A heading skips a level, or is a second heading of the first level.',
    nextStep:
      'Make the heading exactly one level deeper than the heading of the section that contains it.',
  },
  title_twice: {
    severity: 'notice',
    message: 'Another public document of the account and the locale has the same title.',
    nextStep:
      'Choose a title that distinguishes the two documents, or update the other document instead.',
  },
  no_sources: {
    severity: 'notice',
    message: 'The author is `ai`, and the document names no source.',
    nextStep: 'In `sources`, list the pages that the text relies on.',
  },
  broken_table: {
    severity: 'notice',
    message:
      'A table has a row with more or fewer cells than its head, or text directly below the table.',
    nextStep: 'Give each row as many cells as the head, and end the table with a blank line.',
  },
  unclosed_fence: {
    severity: 'notice',
    message: 'A fenced block is not closed, so all text after its first line is shown as code.',
    nextStep:
      'Add the line that closes the block; if the block contains fences, make its own fence longer.',
  },
} satisfies Readonly<Record<string, WarningKind>>;

export type WarningCode = keyof typeof WARNINGS;
export const WARNING_CODES = Object.keys(WARNINGS) as readonly WarningCode[];

export const isWarningCode = (code: string): code is WarningCode => Object.hasOwn(WARNINGS, code);
