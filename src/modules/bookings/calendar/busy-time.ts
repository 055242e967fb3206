/** A calendar file and the span of time that is read of it, in epoch milliseconds. */
export interface GivenCalendar {
  text: string;
  from: number;
  until: number;
}

export interface BusyTime {
  start: number;
  end: number;
}
