import type { StreamEvent } from './event-stream.ts';
import type { ProblemOf } from './problem.ts';
import type { Operations, RecordedEventPage } from './schema.ts';
import type { CallOptions } from './transport.ts';

interface Operation {
  request: object;
  answer: unknown;
  code: string;
}

/** Events are typed by their type, and a refused row of a bulk has one of the codes of its operation. */
type AnswerOf<O extends Operation> = O['answer'] extends RecordedEventPage
  ? Omit<RecordedEventPage, 'data'> & { data: StreamEvent[] }
  : O['answer'] extends { results: { error: { code: string } | null }[] }
    ? Omit<O['answer'], 'results'> & { results: Row<O['answer']['results'][number], O['code']>[] }
    : O['answer'];
type Row<R, Code> = R extends { error: { code: string } }
  ? Omit<R, 'error'> & { error: Omit<R['error'], 'code'> & { code: Code } }
  : R;

/** The answer of a call: `data`, or the `error` with which the service refused it. */
export type Result<O extends Operation> =
  | { data: AnswerOf<O>; error?: undefined; response: Response }
  | { data?: undefined; error: ProblemOf<O['code']>; response: Response };

/** Options can be left out if none of them is required. */
type Arguments<O extends Operation> =
  Record<never, never> extends O['request']
    ? [options?: O['request'] & CallOptions]
    : [options: O['request'] & CallOptions];

type Call<Table extends Record<keyof Table, Operation>> = <Path extends keyof Table>(
  path: Path,
  ...rest: Arguments<Table[Path]>
) => Promise<Result<Table[Path]>>;

/** One function for each method; the path decides parameters, body, answer and codes. */
export interface Calls {
  GET: Call<Operations['GET']>;
  POST: Call<Operations['POST']>;
  PUT: Call<Operations['PUT']>;
  PATCH: Call<Operations['PATCH']>;
  DELETE: Call<Operations['DELETE']>;
}

/** The reads that answer a page and continue with a cursor. */
type Lists = {
  [Path in keyof Operations['GET'] as Operations['GET'][Path] extends {
    request: { params?: { query?: { cursor?: infer Cursor } } };
    answer: { data: unknown[] };
  }
    ? unknown extends Cursor
      ? never
      : Path
    : never]: Operations['GET'][Path];
};

export type List = <Path extends keyof Lists>(
  path: Path,
  ...rest: Arguments<Lists[Path]>
) => AsyncGenerator<ItemOf<Lists[Path]>, void>;

type ItemOf<O extends Operation> = AnswerOf<O> extends { data: (infer Item)[] } ? Item : never;
