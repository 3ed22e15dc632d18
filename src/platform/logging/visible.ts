/**
 * Characters that change how a terminal shows the text around them: control characters (C0 without tab and line feed,
 * DEL, C1), direction characters, and separators that end a line.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- These are the characters to find.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Makes control and direction characters visible, as `\u001b`. The escapes are those of JSON, so JSON keeps its value.
 * Tab and line feed stay.
 */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Like `visible`, for a text that must stay on its line: line feeds and tabs become visible too. */
export const visibleLine = (text: string): string =>
  visible(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
