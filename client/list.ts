import { ProblemError } from './problem.ts';
import type { AnyRequest } from './request.ts';
import type { Answered, CallOptions } from './transport.ts';

interface Page {
  data: unknown[];
  nextCursor?: string | null;
  /** Lists of v1 say it; the last page of the event feed has a cursor all the same, to continue later. */
  hasMore?: boolean;
}

/** Every item of a list. Pages are read one at a time, when the items before are used up. */
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
