import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  {
    daysAgo: 29,
    // The owner brings a refrigerator into the business.
    tell: async ({ api, day }) => {
      const { data: rules } = await unwrap(
        api.GET('/v1/chart-of-accounts/posting-rules', { params: { query: { itemsPerPage: 100 } } }),
      );
      const accountOf = (rule: string) => rules.find(({ name }) => name === rule)!.account.id;
      const [cost, acquiredOn] = ['85000.00', day(29)];
      const lines = [
        { chartAccountId: accountOf('fixedAssets'), debit: cost },
        { chartAccountId: accountOf('capital'), credit: cost },
      ];
      const description = 'Aporte del dueño: una nevera exhibidora';
      await unwrap(api.POST('/v1/record', { body: { kind: 'journal', date: acquiredOn, description, lines } }));
      const asset = { name: 'Nevera exhibidora', code: 'AF-001', taxCategory: 3 as const, location: 'Tienda' };
      await unwrap(api.POST('/v1/asset', { body: { ...asset, acquiredOn, cost } }));
    },
  },
];
