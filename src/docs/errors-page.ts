import {
  isRetryable,
  PROBLEM_CODES,
  type ProblemCode,
  PROBLEMS,
} from '../platform/problems/catalogue.js';
import { exampleOf } from '../platform/problems/problem.js';
import type { PublishErrorCode } from '../documents/release-facts.js';
import { page } from './page.js';

interface PublishErrorExplanation {
  readonly meaning: string;
  readonly nextStep: string;
}

const MEND =
  'Correct the content with an update, then publish the new version. The same revision would fail again.';
const AGAIN = 'Publish the same version again, with a new idempotency key, and tell the operator.';

const PUBLISH_ERRORS: Readonly<Record<PublishErrorCode, PublishErrorExplanation>> = {
  render_failed: { meaning: 'The document cannot be turned into a page.', nextStep: MEND },
  render_timeout: {
    meaning: 'Turning the document into a page took too long.',
    nextStep: MEND,
  },
  release_failed: {
    meaning: 'The service could not make the revision public in eight attempts.',
    nextStep: AGAIN,
  },
  index_failed: {
    meaning: 'The revision is public, but it could not be indexed for the search.',
    nextStep: AGAIN,
  },
};

/**
 * The page with a section for every error code. The `type` of a problem is the address of the section for its code
 * (contract 6).
 */
export const ERRORS_PAGE = page({
  title: 'Errors',
  body: `<main class="errors">
<p><a href="/docs">API</a></p>
<h1>Errors</h1>
<p>Every refusal is a problem (<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>) with one of
these codes. Programs decide by <code>code</code> and <code>details</code>, which are stable;
<code>nextStep</code> tells the reader what to do. A code is <em>retryable</em> if the same request with
the same idempotency key can succeed later without a change.</p>
<table>
<thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Retryable</th></tr></thead>
<tbody>
${PROBLEM_CODES.map(row).join('\n')}
</tbody>
</table>
${PROBLEM_CODES.map(section).join('\n')}
<h1 id="publish-errors">When a publish fails</h1>
<p>An accepted publish can still fail: the publication says so in <code>publishError</code>, until the
next one. What was public stays public.</p>
${Object.entries(PUBLISH_ERRORS).map(publishErrorSection).join('\n')}
</main>`,
});

function row(code: ProblemCode): string {
  return `<tr><td>${PROBLEMS[code].status}</td><td><a href="#${code}"><code>${code}</code></a></td><td>${retryable(code)}</td></tr>`;
}

function section(code: ProblemCode): string {
  const { status, title, meaning } = PROBLEMS[code];
  const example = exampleOf(code);
  const { details } = example.occasion;
  const steps = { http: example.nextStep('http'), mcp: example.nextStep('mcp') };
  return `<section id="${code}">
<h2><a href="#${code}">${title}</a></h2>
<p><code>${code}</code> · status ${status} · retryable: ${retryable(code)}</p>
<p>${prose(meaning)}</p>
<p><strong>What to do:</strong> ${prose(steps.http)}</p>
${steps.mcp === steps.http ? '' : `<p><strong>With tools:</strong> ${prose(steps.mcp)}</p>`}
${details ? `<p><code>details</code>, for example:</p>\n<pre>${escaped(JSON.stringify(details, null, 2))}</pre>` : ''}
</section>`;
}

function publishErrorSection([code, { meaning, nextStep }]: [string, PublishErrorExplanation]) {
  return `<section id="${code}">
<h2><code>${code}</code></h2>
<p>${prose(meaning)}</p>
<p><strong>What to do:</strong> ${prose(nextStep)}</p>
</section>`;
}

function retryable(code: ProblemCode): string {
  return isRetryable(code) ? 'yes' : 'no';
}

function prose(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
