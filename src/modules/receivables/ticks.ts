import { tick } from '#platform/tick.ts';

export const giftCardExpiry = tick('gift-cards');
export const creditAttention = tick('credits');
export const disputeCheck = tick('disputes');
export const DISPUTES_CHECKED_EVERY = { hours: 24 };
