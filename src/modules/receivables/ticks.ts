import { tick } from '#platform/tick.ts';

export const giftCardExpiry = tick('gift-cards');
export const creditAttention = tick('credits');
export const disputeLook = tick('disputes');
export const DISPUTES_LOOKED_AT_EVERY = { hours: 24 };
