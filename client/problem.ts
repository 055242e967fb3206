import type { Problem } from './schema.ts';

/** A refusal of one operation: `code` is one of those that it declares. */
export interface ProblemOf<Code extends string> extends Omit<Problem, 'code'> {
  /** This client sets `unexpected_answer` if a proxy answered instead of the service. */
  code: Code | 'unexpected_answer';
}

/** Thrown where there is no `error` to return: by `unwrap`, by lists and by the event stream. */
export class ProblemError<Code extends string = string> extends Error {
  override readonly name = 'ProblemError';
  readonly problem: ProblemOf<Code>;
  readonly response: Response;

  constructor(problem: ProblemOf<Code>, response: Response) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.problem = problem;
    this.response = response;
  }

  get code(): ProblemOf<Code>['code'] {
    return this.problem.code;
  }
}

/** The answer of a call, or a `ProblemError`: `const contact = await unwrap(api.GET('/v1/beneficiary/{id}', …))`. */
export async function unwrap<R extends { data?: unknown; error?: ProblemOf<string> | undefined; response: Response }>(
  call: Promise<R>,
): Promise<R extends { error?: undefined } ? R['data'] : never> {
  const { data, error, response } = await call;
  if (error) throw new ProblemError(error, response);
  return data as never;
}

/** The problem in an answer. A proxy in between may have answered in another form. */
export async function problemOf(response: Response): Promise<ProblemOf<string>> {
  const text = await response.text();
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) return JSON.parse(text);
  return {
    type: 'about:blank',
    title: response.statusText,
    status: response.status,
    code: 'unexpected_answer',
    detail: `HTTP ${response.status} without a problem: ${text.slice(0, 200)}`,
    errors: [],
    requestId: response.headers.get('x-request-id') ?? '',
  };
}
