/** Counted again from the rows of a module: the last two days each hour, and today on request. */
export const countedMeters = ['documents', 'messages', 'electronicReceipts', 'automationRuns'] as const;
/** Added up as they happen. */
const addedMeters = ['aiTokens'] as const;
export const meters = [...countedMeters, ...addedMeters] as const;

export type Meter = (typeof meters)[number];
export type AddedMeter = (typeof addedMeters)[number];

/** Whole days of an organization: from the first instant to before the last. */
export interface UsageSpan {
  from: Temporal.Instant;
  to: Temporal.Instant;
}

export interface DayCount {
  meter: (typeof countedMeters)[number];
  day: string;
  quantity: number;
}
