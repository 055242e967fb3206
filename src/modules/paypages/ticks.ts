import { tick } from '#platform/tick.ts';

export const autoCharging = tick('auto-charges');
export const reminding = tick('payment-reminders');
