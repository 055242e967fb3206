// One process of `npm test`: runs the given test files one after the other.
import { createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** Names a hanging test instead of blocking the run. */
const TEST_MS_MAX = 120_000;

interface Hook {
  enable(): Hook;
  [callback: symbol]: ((id: number, type: string, ...others: unknown[]) => void) | undefined;
}

/**
 * The runner follows every promise with an async hook, to name the test that a stray error belongs to. With it an `await`
 * takes 25 times as long. Following the tests themselves is enough: a stray error still fails the run.
 */
function followTestsOnly(): void {
  const hooks: Hook = Object.getPrototypeOf(createHook({}));
  const { enable } = hooks;
  hooks.enable = function (this: Hook) {
    const callback = (name: string) => Object.getOwnPropertySymbols(this).find((own) => own.description === name)!;
    const follow = this[callback('init')];
    this[callback('init')] = (id, type, ...others) => {
      if (type === 'Test') follow?.(id, type, ...others);
    };
    this[callback('destroy')] = undefined;
    return enable.call(this);
  };
}

followTestsOnly();
const events = run({ files: process.argv.slice(2), isolation: 'none', timeout: TEST_MS_MAX });
events.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
});
events.compose(spec).pipe(process.stdout);
