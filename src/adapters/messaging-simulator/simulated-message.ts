/** A message as the simulated provider has it. */
export interface SimulatedMessage {
  id: string;
  address: string;
  to: string;
  reference: string;
  type: string;
  text: string;
  content: Record<string, unknown>;
  category: string;
  at: string;
}

/** A message of a customer, as the page shows it. */
export interface Written {
  id: string;
  address: string;
  from: string;
  name: string;
  text: string;
  at: string;
}

/** The automatic behaviour of the simulated provider for one number. */
export interface Switches {
  /** Reports each message as sent and delivered. */
  reports: boolean;
  delayMs: number;
  duplicate: boolean;
  reorder: boolean;
}

export const calm: Switches = { reports: true, delayMs: 20, duplicate: false, reorder: false };
