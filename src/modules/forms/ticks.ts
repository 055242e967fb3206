import { tick } from '#platform/tick.ts';

export const uploadExpiry = tick('form-uploads');
