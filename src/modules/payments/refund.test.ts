import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { type RefundConnection, refundOnce } from './refund.ts';

const wanted = {
  id: newId(),
  amount: 4_000n,
  otherRefunds: 0n,
  reference: null,
  isRepeated: true,
  isKeyForgotten: false,
};

/** A provider that refuses to refund, with this state of the charge. */
const refusing = (amountRefunded: RefundConnection['amountRefunded']): RefundConnection => ({
  keepsKeys: false,
  refund: async () => {
    throw ProviderRefused('No.');
  },
  amountRefunded,
});

test('a refund refused because the amount is already refunded counts as made', async () => {
  assert.equal(
    (
      await refundOnce(
        refusing(async () => 4_000n),
        wanted,
      )
    ).state,
    'succeeded',
  );
  await assert.rejects(
    refundOnce(
      refusing(async () => 3_999n),
      wanted,
    ),
    refusesWith(ProviderRefused),
  );
});

test('a provider that refuses every query leaves the outcome of an earlier refund unknown', async () => {
  const closed = refusing(async () => {
    throw ProviderRefused('The key is not accepted.');
  });
  await assert.rejects(refundOnce(closed, wanted), refusesWith(ProviderUnavailable));
  await assert.rejects(refundOnce(closed, { ...wanted, isRepeated: false }), refusesWith(ProviderRefused));
});
