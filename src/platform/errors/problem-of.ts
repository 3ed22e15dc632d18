import { HttpException } from '@nestjs/common';
import { databaseAway, lostRace } from '../database/database-fault.js';
import { Problem } from './problem.js';
import { internalError, routeNotFound, unavailable } from './service.errors.js';

/** What a thrown thing means to the caller. Anything unforeseen is an `internal_error`, and no more. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (databaseAway(error) || lostRace(error)) return unavailable();
  if (error instanceof HttpException && error.getStatus() === 404) return routeNotFound();
  if (isUndecodablePath(error)) return routeNotFound();
  return internalError();
}

/** A path that can not be decoded is the address of nothing; Nest wraps Express's complaint of it. */
const isUndecodablePath = (error: unknown): boolean =>
  error instanceof HttpException && error.cause instanceof URIError;
