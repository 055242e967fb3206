import { ProblemError } from './problem.ts';
import type { AnyRequest } from './request.ts';
import type { Answered, CallOptions } from './transport.ts';

interface Page {
  data: unknown[];
  nextCursor?: string | null;
  /** Only in v1. The last page of the event feed has a cursor too, for reading on later. */
  hasMore?: boolean;
  page?: number;
}

/** Every item of a list. The next page is requested after the last item of the page before. */
export async function* listItems(
  get: (path: string, request: AnyRequest & CallOptions) => Promise<Answered>,
  path: string,
  request: AnyRequest & CallOptions,
): AsyncGenerator<unknown, void> {
  let next: { cursor?: string; page?: number } | undefined = {};
  while (next) {
    const query = { ...request.params?.query, ...next };
    const { data, error, response } = await get(path, { ...request, params: { ...request.params, query } });
    if (error) throw new ProblemError(error, response);
    yield* (data as Page).data;
    next = pageAfter(data as Page);
  }
}

/** Lists without cursors, such as the newest events, go on by the number of the page. */
function pageAfter({ nextCursor, hasMore, page }: Page): { cursor?: string; page?: number } | undefined {
  if (hasMore === false) return undefined;
  if (nextCursor) return { cursor: nextCursor };
  return hasMore && page !== undefined ? { page: page + 1 } : undefined;
}
