import { unwrap } from '#client';
import type { DemoChapter } from '#platform/demo.ts';

export const chapters: DemoChapter[] = [
  {
    daysAgo: 30,
    // A bank account fills the till that every organization begins with.
    tell: async ({ api, day, keep }) => {
      const { data: accounts } = await unwrap(api.GET('/v1/account'));
      const cash = accounts.find(({ kind }) => kind === 'cash')!.id;
      const opened = {
        name: 'Cuenta corriente',
        kind: 'bank',
        bankName: 'Banco del Caribe',
        accountNumber: '7401',
      } as const;
      const body = { ...opened, openingBalance: '450000.00', openingDate: day(30) };
      const { id: bank } = await unwrap(api.POST('/v1/account', { body }));
      const money = { amount: '15000.00', date: day(30), description: 'Fondo de caja' };
      await unwrap(api.POST('/v1/account/transfer', { body: { ...money, fromAccountId: bank, toAccountId: cash } }));
      keep('account', 'cash', cash);
      keep('account', 'bank', bank);
    },
  },
  {
    daysAgo: 28,
    // Dollars to pay imports with, and their value at a later rate.
    tell: async ({ api, day }) => {
      const opened = {
        name: 'Cuenta en dólares',
        kind: 'bank',
        bankName: 'Banco del Caribe',
        currency: 'USD',
      } as const;
      const opening = { openingBalance: '2500.00', openingDate: day(28), openingRate: '59.10' };
      await unwrap(api.POST('/v1/account', { body: { ...opened, ...opening } }));
      const rates = [{ currency: 'USD', rate: '60.25' }];
      await unwrap(api.POST('/v1/currency/revaluation', { body: { date: day(28), rates } }));
    },
  },
  {
    daysAgo: 12,
    tell: async ({ api, day, idOf }) => {
      const spent = { amount: '8450.00', accountId: idOf('account', 'bank'), paymentMethod: 'transfer' } as const;
      const body = { kind: 'expense' as const, date: day(12), description: 'Luz del local', ...spent };
      await unwrap(api.POST('/v1/record', { body }));
    },
  },
  {
    daysAgo: 11,
    tell: async ({ api }) => {
      const { data: rules } = await unwrap(
        api.GET('/v1/chart-of-accounts/posting-rules', { params: { query: { itemsPerPage: 100 } } }),
      );
      const accountOf = (rule: string) => rules.find(({ name }) => name === rule)!.account.id;
      const lines = [
        { chartAccountId: accountOf('sales'), total: '1800000.00' },
        { chartAccountId: accountOf('expenses'), total: '420000.00' },
      ];
      await unwrap(api.POST('/v1/budget', { body: { name: 'Presupuesto del año', lines } }));
    },
  },
];
