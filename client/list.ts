import { ProblemError } from './problem.ts';
import type { AnyRequest } from './request.ts';
import type { Answered, CallOptions } from './transport.ts';

interface Page {
  data: unknown[];
  nextCursor?: string | null;
  /** Only in v1. The last page of the event feed has a cursor too, for reading on later. */
  hasMore?: boolean;
}

/** Every item of a list. The next page is requested after the last item of the page before. */
export async function* listItems(
  get: (path: string, request: AnyRequest & CallOptions) => Promise<Answered>,
  path: string,
  request: AnyRequest & CallOptions,
): AsyncGenerator<unknown, void> {
  let cursor: string | undefined;
  do {
    const query = { ...request.params?.query, ...(cursor !== undefined && { cursor }) };
    const { data, error, response } = await get(path, { ...request, params: { ...request.params, query } });
    if (error) throw new ProblemError(error, response);
    const page = data as Page;
    yield* page.data;
    cursor = page.hasMore === false ? undefined : (page.nextCursor ?? undefined);
  } while (cursor !== undefined);
}
