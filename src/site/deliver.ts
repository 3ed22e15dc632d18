import { pipeline } from 'node:stream/promises';
import type { NextFunction, Request, Response } from 'express';
import { clock } from '../platform/clock/clock.js';
import type { Answer, AnswerHead, CompressedAnswer, LastChange, StreamedAnswer } from './answer.js';
import {
  type Coding,
  codingFor,
  compressed,
  compressing,
  lengthOf,
  uncompressed,
  uncompressing,
} from './content-coding.js';
import type { CompressedFile } from './shown-page.js';

/** What Node calls a client that has gone before the answer was over: its own affair. */
const CLIENT_GONE = 'ERR_STREAM_PREMATURE_CLOSE';

/** Bytes that are uncompressed in one go, which is quicker than piece by piece. */
const MOST_AT_ONCE = 65_536;

type Sendable = Answer | CompressedAnswer | StreamedAnswer;

/**
 * Sends an answer: in the coding that the client likes best, without its body to HEAD, and as 304 to a
 * conditional request for what has not changed (RFC 9110, 12.5.3 and 13.2.2). Without an answer the request
 * goes to the next route.
 */
export async function deliver(
  answer: Sendable | undefined | Promise<Sendable | undefined>,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const found = await answer;
  if (!found) return next();
  await deliverAnswer(found, response);
}

/** As `deliver`, where there is an answer. */
export async function deliverAnswer(found: Sendable, response: Response): Promise<void> {
  const { req: request } = response;
  const coding = isEmpty(found) ? 'identity' : codingFor(request.headers['accept-encoding']);
  response.status(found.status).set(found.headers).vary('Accept-Encoding');
  setValidators(response, found, coding);
  if (isFresh(request, found, coding)) {
    response.status(304).removeHeader('Content-Type');
    response.end();
    return;
  }
  if (coding !== 'identity') response.set('Content-Encoding', coding);
  if ('stream' in found) await stream(found, coding, response);
  else if ('file' in found) await sendFile(found.file, coding, response);
  else send(coding === 'identity' ? found.body : await compressed(found.body, coding), response);
}

const isEmpty = (answer: Sendable): boolean => 'body' in answer && answer.body.length === 0;

function send(body: Buffer, response: Response): void {
  response.set('Content-Length', String(body.length));
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

/** A long file is never held whole: a reader who is slow would hold it for as long as that takes. */
async function sendFile(file: CompressedFile, coding: Coding, response: Response): Promise<void> {
  if (coding !== 'identity') return send(file[coding], response);
  const length = lengthOf(file);
  response.set('Content-Length', String(length));
  if (response.req.method === 'HEAD') response.end();
  else if (length <= MOST_AT_ONCE) response.end(await uncompressed(file));
  else await untilGone(pipeline([file.gzip], uncompressing(), response));
}

async function stream(answer: StreamedAnswer, coding: Coding, response: Response): Promise<void> {
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  if (coding === 'identity') await untilGone(pipeline(answer.stream, response));
  else await untilGone(pipeline(answer.stream, compressing(coding), response));
}

async function untilGone(sending: Promise<void>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== CLIENT_GONE) throw error;
  }
}

/** Each coding is a representation of its own (RFC 9110, 8.8.3.3); a file that is streamed has a weak tag. */
function etagOf(answer: AnswerHead, coding: Coding): string | undefined {
  if (answer.tag === undefined) return undefined;
  const tag = coding === 'identity' ? `"${answer.tag}"` : `"${answer.tag}-${coding}"`;
  return 'stream' in answer ? `W/${tag}` : tag;
}

/** Never a date to come (RFC 9110, 8.8.2.1), which the last of several quick changes may have. */
const dateOf = ({ at }: LastChange): Date => new Date(Math.min(at.getTime(), clock.millis()));

function setValidators(response: Response, answer: AnswerHead, coding: Coding): void {
  const etag = etagOf(answer, coding);
  if (etag !== undefined) response.set('ETag', etag);
  if (answer.lastChange) response.set('Last-Modified', dateOf(answer.lastChange).toUTCString());
}

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');

/**
 * Whether the client has this very answer: by its tag or, if it names none, by its date, where that tells
 * one state from every other. A list has no such date: two releases may share a second.
 */
function isFresh({ headers }: Request, answer: AnswerHead, coding: Coding): boolean {
  if (answer.status !== 200 || /\bno-cache\b/.test(headers['cache-control'] ?? '')) return false;
  const none = headers['if-none-match'];
  if (none !== undefined) {
    const etag = etagOf(answer, coding);
    if (etag === undefined) return false;
    return none.trim() === '*' || none.split(',').some((tag) => opaque(tag) === opaque(etag));
  }
  if (!answer.lastChange?.isOwnSecond) return false;
  return Date.parse(headers['if-modified-since'] ?? '') >= secondOf(answer.lastChange.at);
}

const secondOf = (time: Date): number => Math.floor(time.getTime() / 1_000) * 1_000;
