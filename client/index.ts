import type { Calls, List } from './calls.ts';
import { type EventOf, type EventPattern, type EventStreamOptions, streamEvents } from './event-stream.ts';
import { listItems } from './list.ts';
import { type AnyRequest, outgoing } from './request.ts';
import { type CallOptions, type ClientOptions, Transport } from './transport.ts';
import { verify } from './webhooks.ts';

export interface ColmadoClient extends Calls {
  /** Every item of a list, page after page: `for await (const contact of api.list('/v1/beneficiary'))`. */
  list: List;
  /** Events as they happen, in order and without gaps. */
  events<Pattern extends EventPattern = EventPattern>(
    options?: EventStreamOptions<Pattern>,
  ): AsyncGenerator<EventOf<Pattern>, void>;
}

/** A client whose paths, parameters, bodies, answers and refusals are those of the API. */
export function createClient(options: ClientOptions): ColmadoClient {
  const transport = new Transport(options);
  const call =
    (method: string) =>
    (path: string, request: AnyRequest & CallOptions = {}) =>
      transport.call(outgoing(transport, method, path, request), request);
  return {
    GET: call('GET'),
    POST: call('POST'),
    PUT: call('PUT'),
    PATCH: call('PATCH'),
    DELETE: call('DELETE'),
    list: (path: string, request: AnyRequest & CallOptions = {}) => listItems(call('GET'), path, request),
    events: (stream: EventStreamOptions = {}) => streamEvents(transport, stream),
  } as unknown as ColmadoClient;
}

/** For programs that receive webhooks. */
export const webhooks = { verify };

export type { Result } from './calls.ts';
export type { EventOf, EventPattern, EventStreamOptions, StreamEvent } from './event-stream.ts';
export { ProblemError, type ProblemOf, unwrap } from './problem.ts';
export type * from './schema.ts';
export { type ApiKey, type SignedParts, signatureHeader } from './signing.ts';
export type { CallOptions, ClientCredentials, ClientOptions } from './transport.ts';
export { type VerifyOptions, type WebhookEvent, WebhookVerificationError } from './webhooks.ts';
