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

export const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; }
.errors {
  max-width: 44rem;
  margin: 0 auto;
  padding: 1.5rem 1rem 4rem;
  font: 1rem/1.6 system-ui, sans-serif;
  overflow-wrap: anywhere;
}
.errors table { border-collapse: collapse; width: 100%; }
.errors th, .errors td { padding: 0.25rem 1rem 0.25rem 0; text-align: start; border-bottom: 1px solid #8884; }
.errors section { margin-top: 2rem; padding: 0 1rem; border-inline-start: 4px solid #8884; scroll-margin-top: 1rem; }
.errors section:target { border-color: LinkText; }
.errors h2 { margin: 0; font-size: 1.2rem; }
.errors h2 a { color: inherit; text-decoration: none; }
.errors h2 a:hover, .errors h2 a:focus { text-decoration: underline; }
.errors code, .errors pre { font: 0.9em/1.5 ui-monospace, monospace; }
.errors pre { padding: 0.75rem 1rem; overflow-x: auto; background: #8882; }
noscript { display: block; padding: 1rem; font: 1rem/1.6 system-ui, sans-serif; }
`;
