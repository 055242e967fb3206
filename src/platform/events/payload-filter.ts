import { isUuid } from '../id.ts';
import { refusal } from '../refusal.ts';
import type { EventType } from './event.ts';

export const FilterTooBroad = refusal(
  'filter_too_broad',
  'No index serves this filter and there are too many events to read through: add a `type`, an id of the payload, or dates.',
);

/** Conditions on the payload of an event. */
export interface PayloadFilter {
  /** Payload fields that have an index: the events are found by them. */
  indexed: [field: string, value: string][];
  /** Further payload fields: they filter the events that the rest found. */
  payload: Record<string, unknown> | null;
}

/** Payloads have ids in small letters. */
function asStored(value: unknown): unknown {
  if (typeof value === 'string') return isUuid(value) ? value.toLowerCase() : value;
  if (Array.isArray(value)) return value.map(asStored);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asStored(part)]));
}

/** Divides the wanted fields into those that some declared event indexes and the rest. */
export function payloadFilter(eventTypes: EventType[], wanted: Record<string, unknown>): PayloadFilter {
  const isIndexed = ([field, value]: [string, unknown]): boolean =>
    typeof value !== 'object' && eventTypes.some((type) => type.indexed.has(field));
  const fields = Object.entries(asStored(wanted) as typeof wanted);
  const rest = fields.filter((entry) => !isIndexed(entry));
  return {
    indexed: fields.filter(isIndexed).map(([field, value]) => [field, String(value)]),
    payload: rest.length > 0 ? Object.fromEntries(rest) : null,
  };
}
