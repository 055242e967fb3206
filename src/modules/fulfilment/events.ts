import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId } from '#platform/http/example-ids.ts';

export const returnVoucherPrinted = event({
  type: 'return:voucher-printed',
  emittedWhen: 'the fiscal voucher of a return or credit note is produced',
  payload: z.object({ returnId: z.uuid().describe('The return that was printed.') }),
  example: { returnId: exampleId },
});
