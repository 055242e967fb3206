import { tick } from '#platform/tick.ts';

export const depreciating = tick('asset-depreciation');
