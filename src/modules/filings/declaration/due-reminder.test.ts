import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDocument } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

const newCompany = async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  const at = (time: string) => moveClock(business, Temporal.Instant.from(`${time}-04:00`));
  const remindBefore = (dueReminderDays: number | null) =>
    api.PATCH('/v1/organization/settings', { body: { section: 'taxes', value: { dueReminderDays } } });
  const reminded = async () => {
    const { data } = await api.GET('/v1/organization/user/notifications');
    const found = data!.data.filter(({ kind }) => kind === 'tax-due').toReversed();
    return found.map(({ title, body }) => ({ title, lines: body.split('\n') }));
  };
  return { api, at, remindBefore, reminded };
};

test('the owner is reminded of forms and payments that are due soon, unless they are sent or paid', async () => {
  const { api, at, remindBefore, reminded } = await newCompany();
  await at('2027-01-20T10:00:00');
  const { data: taxes } = await api.GET('/v1/taxes/list');
  const itbis = taxes!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  await api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } });
  await newDocument(api, {
    fiscalType: 'B02',
    date: '2027-01-12',
    elements: [{ description: 'Arroz', unitPrice: '1000', taxIds: [itbis] }],
  });
  await remindBefore(3);
  await at('2027-02-11T12:00:00');
  assert.deepEqual(await reminded(), []);
  const body = { form: '606', period: '2027-01' } as const;
  await api.POST('/v1/taxes/sent-report', { body });
  await at('2027-02-13T12:00:00');
  const first = [
    { title: 'Vence pronto: 607: ventas', lines: ['607: ventas, 2027-01, vence el 15 de febrero de 2027'] },
  ];
  assert.deepEqual(await reminded(), first);
  await at('2027-02-19T09:00:00');
  assert.deepEqual(await reminded(), [
    ...first,
    { title: 'Vence pronto: IT-1: ITBIS', lines: ['IT-1: ITBIS, 2027-01, RD$ 180.00, vence el 22 de febrero de 2027'] },
  ]);
  await at('2027-03-12T12:00:00');
  const [, , third] = await reminded();
  assert.equal(third!.title, '2 obligaciones fiscales vencen pronto');
  await api.PATCH('/v1/organization/settings', { body: { section: 'taxes', value: { payrollCode: '002' } } });
  await at('2027-03-12T13:00:00');
  assert.equal((await reminded()).length, 3);
});

test('no reminder is sent by default, nor after the setting was cleared', async () => {
  const { at, remindBefore, reminded } = await newCompany();
  await at('2027-02-14T12:00:00');
  assert.deepEqual(await reminded(), []);
  await remindBefore(5);
  await remindBefore(null);
  await at('2027-03-14T12:00:00');
  assert.deepEqual(await reminded(), []);
});
