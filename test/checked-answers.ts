import { z } from 'zod';
import { Answers } from '#platform/http/answer.ts';
import type { Route } from '#platform/http/route.ts';

/** Parses every answer by its schema, and requires that production sends the same. */
export class CheckedAnswers extends Answers {
  override bodyOf(route: Route, value: unknown): unknown {
    const body = z.parse(route.returns as z.ZodType, value);
    const sent = JSON.stringify(super.bodyOf(route, value));
    if (sent !== JSON.stringify(body)) throw new Error(`${route.method} ${route.path} would send ${sent}`);
    return body;
  }
}
