import { tick } from '#platform/tick.ts';

export const reservationExpiry = tick('file-reservations');
