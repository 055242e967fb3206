import { tick } from '#platform/tick.ts';

export const digests = tick('digests');
