/** A page of the documentation. `head` and `body` are HTML. */
interface Page {
  readonly title: string;
  readonly head?: string;
  readonly body: string;
}

export const page = ({ title, head = '', body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Imprimatur</title>
<link rel="stylesheet" href="/docs/style.css">
${head}
</head>
<body>
${body}
</body>
</html>
`;
