import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../id.ts';
import { ExpectationFailed, HeadersTooLarge, type RefusalKind, RequestTooSlow, RequestUnreadable } from '../refusal.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';

const kinds: Record<string, RefusalKind> = {
  HPE_HEADER_OVERFLOW: HeadersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: RequestTooSlow,
};

/** Refuses what Node.js cannot read as a request. The connection ends, because nobody knows where the next request begins. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const kind = kinds[error.code ?? ''] ?? RequestUnreadable;
    const body = problemOf(kind(), newId());
    const head = [
      `HTTP/1.1 ${kind.status} ${STATUS_CODES[kind.status]}`,
      `Content-Type: ${PROBLEM_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy(error);
}

/** Refuses an expectation that Node.js does not know; it would answer without a body. */
export function refuseExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const id = newId();
  response.writeHead(ExpectationFailed.status, {
    'content-type': PROBLEM_TYPE,
    'x-request-id': id,
    connection: 'close',
  });
  response.end(problemOf(ExpectationFailed(), id));
}
