import { computation } from '../compute/computation.ts';
import type draw from './draw-table.compute.ts';

export const drawTable = computation<typeof draw>(import.meta.resolve('./draw-table.compute.ts'), {
  deadlineMs: 30_000,
});
