/**
 * Work of one organization that falls due at a time of its own clock. The name is stored with each organization, so it stays the
 * same when the code moves to another module.
 */
export interface Tick {
  readonly kind: 'tick';
  readonly name: string;
}

export const tick = (name: string): Tick => ({ kind: 'tick', name });
