import { tick } from '#platform/tick.ts';

export const resultExpiry = tick('webhook-results');
