import { port } from '#platform/ports/port.ts';

/** What the domain name system says of a name. A name that does not exist has no records. */
export interface Dns {
  texts(name: string): Promise<string[]>;
  /** The names that it is an alias of, and its addresses. */
  targets(name: string): Promise<string[]>;
}

export const dns = port<Dns>('dns');
