import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, newBusiness } from '#test/harness.ts';

const sentences: [string, string, string?][] = [
  ['cada último viernes', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['every last Friday', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['el último viernes de cada mes a las 9', 'FREQ=MONTHLY;BYDAY=-1FR', '09:00'],
  ['cada dos semanas los lunes', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
  ['every two weeks on Monday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'],
  ['every other Tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['todos los días a las 8:30 de la noche', 'FREQ=DAILY', '20:30'],
  ['every day at 5pm', 'FREQ=DAILY', '17:00'],
  ['diario', 'FREQ=DAILY'],
  ['lunes, miércoles y viernes', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  ['every weekday at noon', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', '12:00'],
  ['días laborables', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['de lunes a viernes', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['from Monday to Saturday at 7am', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA', '07:00'],
  ['viernes a domingo', 'FREQ=WEEKLY;BYDAY=FR,SA,SU'],
  ['el 15 de noviembre a enero', 'FREQ=YEARLY;BYMONTH=11,12,1;BYMONTHDAY=15'],
  ['los fines de semana', 'FREQ=WEEKLY;BYDAY=SA,SU'],
  ['primer día laborable del mes', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1'],
  ['the last business day of the month', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
  ['el 15 de cada mes', 'FREQ=MONTHLY;BYMONTHDAY=15'],
  ['el 15 y el 30', 'FREQ=MONTHLY;BYMONTHDAY=15,30'],
  ['on the 1st of every month', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['último día del mes', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['the last day of every month', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['quincenal', 'FREQ=MONTHLY;BYMONTHDAY=15,-1'],
  ['biweekly', 'FREQ=WEEKLY;INTERVAL=2'],
  ['trimestral', 'FREQ=MONTHLY;INTERVAL=3'],
  ['every 3 months', 'FREQ=MONTHLY;INTERVAL=3'],
  ['cada 24 de diciembre', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24'],
  ['every December 25', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25'],
  ['every year', 'FREQ=YEARLY'],
  ['cada 4 horas', 'FREQ=HOURLY;INTERVAL=4'],
  ['día por medio', 'FREQ=DAILY;INTERVAL=2'],
  ['first and third Monday of the month', 'FREQ=MONTHLY;BYDAY=1MO,3MO'],
  ['primer y tercer lunes de cada mes', 'FREQ=MONTHLY;BYDAY=1MO,3MO'],
  ['cada lunes 10 veces', 'FREQ=WEEKLY;BYDAY=MO;COUNT=10'],
  ['every Monday until 2099-12-31', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20991231'],
  ['cada jueves hasta el 31 de diciembre de 2099', 'FREQ=WEEKLY;BYDAY=TH;UNTIL=20991231'],
];

test('a sentence in Spanish or English becomes the rule that it says', async () => {
  const { api } = await newBusiness();
  for (const [text, rule, time] of sentences) {
    const { data, error } = await api.POST('/v1/tasks/recurrence/generate', { body: { text } });
    assert.deepEqual([data?.rule, codeOf({ error })], [rule, undefined], text);
    assert.equal(data!.start.slice(11, 16), time ?? '08:00', text);
    assert.ok(data!.next.length > 0 && data!.text.es && data!.text.en, text);
  }
});

test('a sentence that is not understood is refused with the word, and writes nothing', async () => {
  const { api } = await newBusiness();
  for (const text of [
    'cuando puedas',
    'every blue moon',
    'mañana',
    '42',
    'every 30th of February',
    'cada lunes a las 25',
    'cada 0 días',
  ]) {
    const { error } = await api.POST('/v1/tasks/recurrence/generate', { body: { text } });
    assert.ok(['not_understood', 'rule_without_dates'].includes(error!.code), text);
  }
});

test('a structured description becomes a rule with its next ten dates', async () => {
  const { api } = await newBusiness();
  const { data } = await api.POST('/v1/tasks/recurrence/generate', {
    body: {
      frequency: 'monthly',
      weekdays: ['-1FR'],
      start: '2026-01-01T00:00:00',
      time: '09:00',
      timeZone: 'America/Santo_Domingo',
    },
  });
  assert.equal(data!.rule, 'FREQ=MONTHLY;BYDAY=-1FR');
  assert.equal(data!.next.length, 10);
  assert.deepEqual(data!.next[0], { occurrence: '2026-01-30T09:00:00', at: '2026-01-30T13:00:00.000Z' });
  const both = await api.POST('/v1/tasks/recurrence/generate', { body: { text: 'diario', frequency: 'daily' } });
  assert.equal(codeOf(both), 'invalid_request');
});

test('a rule is said in words that name all of it, also what it takes from its start', async () => {
  const { api } = await newBusiness();
  const said = async (body: object) => {
    const { data } = await api.POST('/v1/tasks/recurrence/generate', {
      body: { start: '2027-01-31T13:30:00', ...body } as never,
    });
    return data!.text;
  };
  for (const [text, es, en] of [
    [
      'de lunes a viernes a la 1 de la tarde',
      'cada semana de lunes a viernes a las 13:00',
      'every week from Monday to Friday at 1:00 PM',
    ],
    ['los sábados y lunes 3 veces', 'cada semana los sábados y lunes a las 13:30, 3 veces', null],
    [
      'el último viernes del mes',
      'cada mes el último viernes a las 13:30',
      'every month on the last Friday at 1:30 PM',
    ],
    ['primer y tercer lunes de cada mes', 'cada mes el primer lunes y el tercer lunes a las 13:30', null],
    ['último día laborable del mes', 'cada mes el último día laborable a las 13:30', null],
    ['el 15 y el 20', 'cada mes los días 15 y 20 a las 13:30', 'every month on days 15 and 20 at 1:30 PM'],
    ['cada 24 de diciembre', 'cada año en diciembre el día 24 a las 13:30', null],
    [
      'cada jueves hasta el 31 de diciembre de 2099',
      'cada semana los jueves a las 13:30 hasta el 31 de diciembre de 2099',
      null,
    ],
    ['cada 4 horas', 'cada 4 horas', 'every 4 hours'],
  ] as const) {
    const words = await said({ text });
    assert.equal(words.es, es);
    if (en) assert.equal(words.en, en);
  }
  const monthly = { frequency: 'monthly' };
  assert.equal((await said(monthly)).es, 'cada mes el día 31 (solo en los meses que tienen ese día) a las 13:30');
  assert.equal((await said({ ...monthly, monthDays: [-2] })).es, 'cada mes el penúltimo día a las 13:30');
  assert.equal((await said({ ...monthly, monthDays: [15, -1] })).es, 'cada mes el día 15 y el último día a las 13:30');
  assert.deepEqual(await said({ frequency: 'yearly' }), {
    es: 'cada año el 31 de enero a las 13:30',
    en: 'every year on January 31 at 1:30 PM',
  });
});
