import { ProblemError } from '@geoinsights/contract';
import type { Problem } from '@geoinsights/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describeBytes } from './files/describe-bytes.ts';
import { JSON_TYPE, letTheSenderRead } from './visitors/request-bodies.ts';

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
/**
 * When a client should try again, by status, unless the problem says it itself. For 429, waiting alone does not help: something else must
 * happen first. For 507: expired files are deleted every ten minutes.
 */
const RETRY_SECONDS: Readonly<Record<number, number | undefined>> = { 429: 3600, 503: 5, 507: 600 };

/** Answers every error of a route with a problem document from the common table. */
export function answerErrorsAsProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    // Only the files of the site respond so, to a folder or an address outside them: treat it like an unknown one.
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 403) {
      reply.callNotFound();
      return;
    }
    answerError(error, request, reply);
  });
}

/**
 * Answers an error of a route with its problem document, and logs the error if it is ours.
 * @param typeOf the type of the document, if it is not that of our table
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, typeOf: (problem: Problem) => string = ({ type }) => type): FastifyReply {
  const reason = problemOf(error, request.routeOptions.bodyLimit);
  const problem = reason.toProblem();
  // Work aborted because the client went away is not an error.
  if (problem.status === 500 && !reply.raw.destroyed) request.log.error({ err: error, route: request.routeOptions.url }, 'A request failed because of an internal error.');
  const seconds = problem.status === 429 ? (reason.details['seconds'] ?? null) : null;
  return sendProblem(reply, { ...problem, type: typeOf(problem) }, seconds === null ? undefined : Number(seconds));
}

/** @param retrySeconds after which the client should try again, if that is known better than by the status */
export function sendProblem(reply: FastifyReply, problem: Problem, retrySeconds = RETRY_SECONDS[problem.status]): FastifyReply {
  if (retrySeconds !== undefined) void reply.header('retry-after', String(retrySeconds));
  if (problem.status === 413 || problem.status === 415) letTheSenderRead(reply);
  // Even a 404 may be kept for a while by a cache on the way, and what is not there may be there soon.
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
  return reply.code(problem.status).header('content-type', PROBLEM_MEDIA_TYPE).send(JSON.stringify(problem));
}

/** For an address without a route. */
export function answerNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendProblem(reply, new ProblemError('not-found').toProblem());
}

/** The problem of the table for an error of Fastify, a parser or a route. */
export function problemOf(error: unknown, bodyLimit: number): ProblemError {
  if (error instanceof ProblemError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE' || status === 415) {
    return new ProblemError('unsupported-media-type', { accepted: JSON_TYPE }, { cause: error });
  }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError('request-too-large', { limit: describeBytes(bodyLimit) }, { cause: error });
  if (code === 'FST_ERR_BAD_URL') return new ProblemError('invalid-request', { reason: 'its address is not valid.' }, { cause: error });
  // No part of an address is that long.
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return new ProblemError('not-found', {}, { cause: error });
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') return new ProblemError('upload-incomplete', {}, { cause: error });
  if (status === 400) return new ProblemError('invalid-request', { reason: 'the body is not valid JSON.' }, { cause: error });
  // Only the files of the site respond so.
  if (status === 412) return new ProblemError('precondition-failed', {}, { cause: error });
  return new ProblemError('internal', {}, { cause: error });
}
