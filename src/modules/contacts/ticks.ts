import { tick } from '#platform/tick.ts';

export const contactDates = tick('contact-dates');
