import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

const payment = (document: string, daysAgo: number, account: 'cash' | 'bank', amount?: string): DemoChapter => ({
  daysAgo,
  tell: async ({ api, day, idOf }) => {
    const payments = [{ accountId: idOf('account', account), ...(amount && { amount }) }];
    const body = { id: idOf('document', document), date: day(daysAgo), payments };
    await unwrap(api.PATCH('/v1/record/pending/pay', { body }));
  },
});

export const chapters: DemoChapter[] = [
  payment('flour', 26, 'bank'),
  payment('rent', 25, 'bank'),
  payment('bakery', 20, 'bank'),
  payment('ticket 1', 19, 'cash'),
  payment('ticket 2', 15, 'cash'),
  payment('goods', 14, 'bank', '200000.00'),
  payment('hotel', 10, 'bank', '30000.00'),
  payment('ticket 3', 9, 'cash'),
  payment('inverter', 8, 'bank'),
  payment('ticket 4', 3, 'cash'),
  {
    daysAgo: 0,
    tell: async ({ api, idOf }) => {
      const body = {
        amount: '2000.00',
        accountId: idOf('account', 'cash'),
        beneficiaryId: idOf('contact', 'Altagracia Guzmán'),
      };
      await unwrap(api.POST('/v1/gift-card', { body }));
    },
  },
];
