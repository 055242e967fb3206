import { z } from 'zod';
import { event } from '#platform/events/event.ts';

export const returnVoucherPrinted = event({
  type: 'return:voucher-printed',
  emittedWhen: 'the fiscal voucher of a return or credit note is produced',
  payload: z.object({ returnId: z.uuid() }),
  example: { returnId: '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d' },
});
