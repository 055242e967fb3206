/** Holidays that stay on their day. The Restoration of 16 August does by a judgment of the Supreme Court of 2008. */
const fixed: ReadonlySet<string> = new Set(['01-01', '01-21', '02-27', '08-16', '09-24', '12-25']);

/** Holidays that Law 139-97 moves to the nearest Monday. */
const movable = ['01-06', '01-26', '05-01', '11-06'];
const LABOUR_DAY = '05-01';

/** By day of the week, the days until the Monday on which a holiday is kept. A weekend moves only Labour Day. */
const daysToMonday: Record<number, number> = { 2: -1, 3: -2, 4: 4, 5: 3 };
const SUNDAY = 7;

function keptOn(year: number, monthDay: string): Temporal.PlainDate {
  const day = Temporal.PlainDate.from(`${year}-${monthDay}`);
  if (monthDay === LABOUR_DAY && day.dayOfWeek === SUNDAY) return day.add({ days: 1 });
  return day.add({ days: daysToMonday[day.dayOfWeek] ?? 0 });
}

/** Easter Sunday: the first Sunday after the full moon of the church calendar. */
function easterOf(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100);
  const inCycle = year % 19;
  const moon = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * inCycle + 15) % 30;
  const isOneEarlier = moon === 29 || (moon === 28 && inCycle > 10);
  const fullMoon = Temporal.PlainDate.from({ year, month: 3, day: 21 }).add({ days: moon - (isOneEarlier ? 1 : 0) });
  return fullMoon.add({ days: 7 - (fullMoon.dayOfWeek % 7) });
}

/** The Dominican public holidays of the whole country. */
export function isHoliday(day: Temporal.PlainDate): boolean {
  if (fixed.has(day.toString().slice(5))) return true;
  if (movable.some((monthDay) => keptOn(day.year, monthDay).equals(day))) return true;
  const easter = easterOf(day.year);
  // Good Friday and Corpus Christi.
  return day.equals(easter.subtract({ days: 2 })) || day.equals(easter.add({ days: 60 }));
}

export const isWorkingDay = (day: Temporal.PlainDate): boolean => day.dayOfWeek <= 5 && !isHoliday(day);
