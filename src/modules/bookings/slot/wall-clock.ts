const MINUTE_NS = 60_000_000_000;

interface Span {
  from: number;
  until: number;
  offsetMs: number;
  /** Until then the clock shows times that it has shown before. */
  repeatsUntil: number;
}

/** Reads the wall clock of a zone for many instants: between two changes of the offset it is arithmetic. */
export function wallClock(timeZone: string) {
  let span: Span | undefined;
  return (epochMs: number): { date: string; time: string } => {
    if (!span || epochMs < span.from || epochMs >= span.until) span = spanAt(timeZone, epochMs);
    const local = new Date(epochMs + span.offsetMs).toISOString();
    const time = local.slice(11, 16);
    return {
      date: local.slice(0, 10),
      time: epochMs < span.repeatsUntil ? `${time}${offsetText(span.offsetMs)}` : time,
    };
  };
}

function spanAt(timeZone: string, epochMs: number): Span {
  const here = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone);
  const next = here.getTimeZoneTransition('next');
  // The transition at this very instant counts as past.
  const last = here.add({ nanoseconds: 1 }).getTimeZoneTransition('previous');
  const before = last?.subtract({ nanoseconds: 1 }).offsetNanoseconds ?? here.offsetNanoseconds;
  const from = last?.epochMilliseconds ?? Number.NEGATIVE_INFINITY;
  return {
    from,
    until: next?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
    offsetMs: here.offsetNanoseconds / 1e6,
    repeatsUntil: from + Math.max(0, before - here.offsetNanoseconds) / 1e6,
  };
}

function offsetText(offsetMs: number): string {
  const minutes = Math.round(Math.abs(offsetMs) / (MINUTE_NS / 1e6));
  const text = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  return `${offsetMs < 0 ? '-' : '+'}${text}`;
}

/**
 * The instant of a time of the wall clock. A time that occurs twice means the first occurrence unless an offset
 * (`01:30-05:00`) selects one. Null: the clock skips this time.
 */
export function instantOf(date: string, time: string, timeZone: string): Temporal.Instant | null {
  try {
    const found = Temporal.ZonedDateTime.from(`${date}T${time}[${timeZone}]`, { offset: 'reject' });
    return found.toPlainTime().toString().startsWith(time.slice(0, 5)) ? found.toInstant() : null;
  } catch {
    return null;
  }
}
