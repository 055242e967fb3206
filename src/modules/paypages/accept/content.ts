import { isDeepStrictEqual } from 'node:util';
import type { Printable } from '#modules/invoicing/index.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';

/** The parts of a quote that its acceptance is about. Dates and references may change without it. */
export const contentOf = ({ document, elements }: Pick<Printable, 'document' | 'elements'>) => ({
  currency: document.currency,
  total: fromMinor(document.total, document.currency),
  notes: document.notes,
  terms: document.terms,
  elements: elements.map(({ description, quantity, total }) => ({
    description,
    quantity: plainDecimal(quantity),
    total: fromMinor(total, document.currency),
  })),
});

/** Whether the quote says something else now than what was accepted. */
export const isOutdated = (accepted: { content: unknown }, now: ReturnType<typeof contentOf>): boolean =>
  accepted.content !== null && !isDeepStrictEqual(accepted.content, now);
