import type { MessagePort } from 'node:worker_threads';
import { RenderFault } from './render-fault.js';
import { renderMarkdown } from './render-markdown.js';
import type { RenderedDocument } from './rendered-document.js';

export interface Task {
  readonly markdown: string;
  /** Where the thread says that it begins, so that the time limit does. */
  readonly begins: MessagePort;
}

/** What a thread has to say of one document; `reason`: why it cannot be rendered, for the log. */
export type Outcome = { readonly document: RenderedDocument } | { readonly reason: string };

/** An error that leaves the thread in any other way is never the document's fault. */
export default function render({ markdown, begins }: Task): Outcome {
  begins.postMessage(null, []);
  try {
    return { document: renderMarkdown(markdown) };
  } catch (fault) {
    if (fault instanceof RenderFault) return { reason: String(fault.cause) };
    throw fault;
  }
}
