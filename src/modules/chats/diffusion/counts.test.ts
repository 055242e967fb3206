import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { control, customerWrites, deliver, faults, newLine, statusValue } from '#test/chats.ts';
import { byName, change, draft, newContact, putTemplate, read, setTemplate, start } from '#test/diffusions.ts';
import { app, eventually, newBusiness } from '#test/harness.ts';
import { diffusionCounts, diffusionRecipients } from '../tables.ts';

const PEOPLE = ['Ana', 'Beto', 'Carla', 'error 131026', 'error 131042', 'error 131050', 'error 132015', 'Zoe'];

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant('pause' as const) },
  { weight: 4, arbitrary: fc.constant('resume' as const) },
  { weight: 2, arbitrary: fc.constant('template' as const) },
  { weight: 4, arbitrary: fc.constant('report' as const) },
  { weight: 2, arbitrary: fc.constant('fail' as const) },
  { weight: 2, arbitrary: fc.constant('reply' as const) },
  { weight: 2, arbitrary: fc.constant('stop' as const) },
  { weight: 1, arbitrary: fc.constant('lose' as const) },
  { weight: 1, arbitrary: fc.constant('cancel' as const) },
);

const states = ['queued', 'sending', 'held', 'sent', 'failed', 'skipped', 'canceled'] as const;

/** Counts the recipients again. */
async function recount(organizationId: string, diffusionId: string): Promise<void> {
  await app.engine.within(organizationId, async (ctx) => {
    const stored = await diffusionCounts.all(ctx, { diffusionId }, { orderBy: ['arm'], lock: 'FOR UPDATE' });
    const rows = await diffusionRecipients.all(ctx, { diffusionId });
    for (const counts of stored) {
      const own = rows.filter(({ arm }) => arm === counts.arm);
      const counted = {
        audience: own.length,
        ...Object.fromEntries(states.map((name) => [name, own.filter(({ state }) => state === name).length])),
        delivered: own.filter(({ isDelivered }) => isDelivered).length,
        read: own.filter(({ isRead }) => isRead).length,
        replied: own.filter(({ repliedAt }) => repliedAt !== null).length,
      };
      const { diffusionId: _, arm: __, ...kept } = counts;
      assert.deepEqual(kept, counted);
    }
  });
}

test('whatever happens, the counts are those of the recipients, and nobody who got a message gets another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const line = await newLine(await newBusiness());
      const { business, address } = line;
      await putTemplate(line, 'a', '{{1}}');
      await putTemplate(line, 'b', '{{1}}');
      for (const name of PEOPLE) await newContact(business, name);
      const templates = ['a', 'b'].map((name) => ({ name, language: 'es', parameters: byName }));
      const { id } = await draft(line, { templates });
      await start(business, id);
      await eventually(async () => (await read(business, id)).counts.audience === PEOPLE.length);
      let isPaused = false;
      for (const [place, each] of steps.entries()) {
        const [sent] = (await control.sent(address)).slice(place % 3);
        const report = async (status: string, extra = {}) =>
          sent && deliver(business, statusValue(address, { id: sent.id, reference: sent.reference, status, extra }));
        const answer = async (text: string) => sent && customerWrites(line, sent.to.slice(1), text);
        const actions: Record<typeof each, () => Promise<unknown>> = {
          pause: () => change(business, id, 'pause'),
          resume: () => change(business, id, 'resume'),
          cancel: () => change(business, id, 'cancel'),
          template: () => {
            isPaused = !isPaused;
            return setTemplate(line, 'a', isPaused ? 'PAUSED' : 'APPROVED');
          },
          report: () => report(place % 2 ? 'read' : 'delivered'),
          fail: () => report('failed', { errors: [{ code: 131026, title: 'Undeliverable' }] }),
          reply: () => answer('Gracias'),
          stop: () => answer('STOP'),
          lose: async () =>
            faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'send' }),
        };
        await actions[each]();
        await recount(business.id, id);
      }
      const sent = await control.sent(address);
      assert.equal(new Set(sent.map(({ to }) => to)).size, sent.length);
    }),
    { numRuns: 4 },
  );
});
