import { InvalidRequest } from '#platform/refusal.ts';

/** The tasks of the tests of the thread pool. */
export type Sample =
  | { kind: 'echo'; value: unknown }
  | { kind: 'spin' }
  | { kind: 'hold'; gate: SharedArrayBuffer }
  | { kind: 'swell' }
  | { kind: 'refuse' }
  | { kind: 'fail' };

export default function sample(given: Sample): unknown {
  switch (given.kind) {
    case 'echo':
      return given.value;
    case 'spin':
      for (;;);
    case 'hold':
      Atomics.wait(new Int32Array(given.gate), 0, 0);
      return 'released';
    case 'swell': {
      const held: number[][] = [];
      for (;;) held.push(new Array<number>(1_000_000).fill(held.length));
    }
    case 'refuse':
      throw InvalidRequest('no', { errors: [{ path: 'body.x', code: 'invalid', message: 'no' }] });
    case 'fail':
      throw new TypeError('a bug');
  }
}
