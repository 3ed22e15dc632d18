import { createContext, Script } from 'node:vm';
import { RenderFault } from './render-fault.js';
import { renderMarkdown } from './render-markdown.js';
import type { RenderedDocument } from './rendered-document.js';

/** What the process has to say of one document; `reason`: why it cannot be rendered, for the log. */
export type Outcome = { readonly document: RenderedDocument } | { readonly reason: string };

/** Milliseconds. The service ends a rendering long before, unless it was killed itself. */
const ORPHAN_LIMIT = 60_000;

function outcomeOf(markdown: string): Outcome {
  try {
    return { document: renderMarkdown(markdown) };
  } catch (fault) {
    if (fault instanceof RenderFault) return { reason: String(fault.cause) };
    throw fault;
  }
}

/** A script is the one thing that Node can stop; it holds nothing but the call. */
const call = new Script('send(outcomeOf(markdown))');
const context = createContext({ outcomeOf, markdown: '', send: process.send?.bind(process) });

// Ctrl-C reaches every process of a terminal; this one ends when the service has no more use for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

process.on('message', (markdown: string) => {
  context['markdown'] = markdown;
  call.runInContext(context, { timeout: ORPHAN_LIMIT });
});
process.send?.('ready');
