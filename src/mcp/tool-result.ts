import type { ProblemBody } from '../platform/errors/problem.js';
import type { ToolAnswer } from './tool.js';

/** MCP `CallToolResult`, as far as this service uses it. */
export type ToolResult = {
  content: [{ type: 'text'; text: string }];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
};

const text = (value: object): ToolResult['content'] => [
  { type: 'text', text: JSON.stringify(value) },
];

/** The answer twice, for clients that read the one or the other (CONTRACT 8). */
export const answered = ({ content, replayed = false }: ToolAnswer): ToolResult => ({
  content: text(content),
  structuredContent: content as Record<string, unknown>,
  ...(replayed ? { _meta: { 'imprimatur/replayed': true } } : {}),
});

/** Without structured content: clients would hold it against the output schema and hide the text. */
export const refused = (problem: ProblemBody): ToolResult => ({
  content: text(problem),
  isError: true,
});
