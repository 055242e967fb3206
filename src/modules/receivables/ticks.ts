import { tick } from '#platform/tick.ts';

export const giftCardExpiry = tick('gift-cards');
export const creditAttention = tick('credits');
