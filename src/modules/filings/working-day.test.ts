import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueOn, toMonth, workingDayAfter } from './period.ts';
import { isHoliday, isWorkingDay } from './working-day.ts';

function* daysOf(year: number): Generator<Temporal.PlainDate> {
  for (let day = Temporal.PlainDate.from(`${year}-01-01`); day.year === year; day = day.add({ days: 1 })) yield day;
}

const holidaysOf = (year: number): string =>
  [...daysOf(year)]
    .filter(isHoliday)
    .map((day) => day.toString().slice(5))
    .join(' ');

const monthBefore = (period: string) => toMonth(Temporal.PlainYearMonth.from(period));

test('the holidays are those that the ministry of labour announced', () => {
  assert.equal(holidaysOf(2017), '01-01 01-09 01-21 01-30 02-27 04-14 05-01 06-15 08-16 09-24 11-06 12-25');
  assert.equal(holidaysOf(2018), '01-01 01-06 01-21 01-29 02-27 03-30 04-30 05-31 08-16 09-24 11-05 12-25');
  assert.equal(holidaysOf(2022), '01-01 01-10 01-21 01-24 02-27 04-15 05-02 06-16 08-16 09-24 11-06 12-25');
  assert.equal(holidaysOf(2023), '01-01 01-09 01-21 01-30 02-27 04-07 05-01 06-08 08-16 09-24 11-06 12-25');
  assert.equal(holidaysOf(2026), '01-01 01-05 01-21 01-26 02-27 04-03 05-04 06-04 08-16 09-24 11-09 12-25');
});

test('in every year there are twelve holidays, and those that move fall on Mondays or weekends', () => {
  for (let year = 2000; year < 2100; year++) {
    const holidays = [...daysOf(year)].filter(isHoliday);
    assert.equal(holidays.length, 12, String(year));
    const weekday = (month: number) => holidays.filter((day) => day.month === month).map((day) => day.dayOfWeek);
    assert.ok([1, 6, 7].includes(weekday(11)[0]!), `${year}: Constitution Day`);
    const [friday] = holidays.filter(
      ({ month, day, dayOfWeek }) => dayOfWeek === 5 && (month === 3 || (month === 4 && day < 24)),
    );
    assert.ok(friday, `${year}: Good Friday`);
    const corpus = friday.add({ days: 62 });
    assert.ok(corpus.dayOfWeek === 4 && isHoliday(corpus), `${year}: Corpus Christi`);
  }
});

test('a due day is the first working day from its day of the month on', () => {
  for (let month = Temporal.PlainYearMonth.from('2024-01'); month.year < 2040; month = month.add({ months: 1 })) {
    for (const day of [10, 15, 20]) {
      const due = dueOn(toMonth(month), day);
      assert.ok(isWorkingDay(due), due.toString());
      const named = month.add({ months: 1 }).toPlainDate({ day });
      for (let earlier = named; Temporal.PlainDate.compare(earlier, due) < 0; earlier = earlier.add({ days: 1 }))
        assert.ok(!isWorkingDay(earlier), earlier.toString());
    }
  }
});

test('a filing that falls on a holiday is due on the next working day', () => {
  assert.equal(dueOn(monthBefore('2021-12'), 20).toString(), '2022-01-20');
  assert.equal(dueOn(monthBefore('2021-12'), 10).toString(), '2022-01-11');
  assert.equal(dueOn(monthBefore('2022-03'), 15).toString(), '2022-04-18');
  assert.equal(dueOn(monthBefore('2022-05'), 16).toString(), '2022-06-17');
  assert.equal(workingDayAfter(monthBefore('2025-12'), 3).toString(), '2026-01-07');
});
