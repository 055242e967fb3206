export const firstOf = (day: string): Temporal.PlainDate => Temporal.PlainDate.from(day).with({ day: 1 });

export const lastOf = (day: string): Temporal.PlainDate => firstOf(day).add({ months: 1 }).subtract({ days: 1 });

/** The first day of each month of a span. */
export function monthsOf({ startsOn, endsOn }: { startsOn: string; endsOn: string }): string[] {
  const months: string[] = [];
  for (let month = firstOf(startsOn); month.toString() <= endsOn; month = month.add({ months: 1 }))
    months.push(month.toString());
  return months;
}
