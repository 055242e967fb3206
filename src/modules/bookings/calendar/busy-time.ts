/** A calendar file and the span of time that is read of it, in epoch milliseconds. */
export interface GivenCalendar {
  text: string;
  /** Of whole days and of times without a zone, unless the calendar states its own (`X-WR-TIMEZONE`). */
  timeZone: string;
  from: number;
  until: number;
}

export interface BusyTime {
  start: number;
  end: number;
}
