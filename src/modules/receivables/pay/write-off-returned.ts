import { refusal } from '#platform/refusal.ts';

/** A write-off cannot be undone by itself: the return used it. */
export const WriteOffReturned = refusal(
  'write_off_returned',
  'Goods of this document were returned, which reversed the loss first: void the return before.',
);
