import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ecf } from '#modules/filings/index.ts';
import { newId } from '#platform/id.ts';
import { newCertificate } from '#test/certificates.ts';
import { app, startTestApp } from '#test/harness.ts';
import { type EcfUnderTest, ecfContract, type Played } from '#test/ports/ecf-contract.ts';
import type { Behaviour } from './behaviours.ts';

const key = newCertificate();
const { adapter, behaviours } = app.simulators.ecf;

const played: Record<Played, Pick<Behaviour, 'kind' | 'numberUsed'>> = {
  down: { kind: 'down' },
  'answer-lost': { kind: 'answer-lost' },
  reject: { kind: 'reject' },
  'reject-unused': { kind: 'reject', numberUsed: false },
  conditional: { kind: 'conditional' },
  processing: { kind: 'processing' },
};

ecfContract('ecf-simulator', async (): Promise<EcfUnderTest> => {
  const organizationId = newId();
  const { certificate, privateKey } = key;
  const config = { environment: 'simulator', taxId: '101850043', certificate, privateKey } as const;
  return {
    key,
    ecf: adapter.connect(config, organizationId),
    play: (operation, what) => behaviours.next({ ...played[what], organizationId, operation, times: 1 }),
  };
});

test('a production service has no simulated authority', async () => {
  const production = await startTestApp({ NODE_ENV: 'production' });
  try {
    const names = production.engine.services.connections.adaptersOf(ecf).map(({ name }) => name);
    assert.deepEqual(names, ['ecf-dgii']);
  } finally {
    await production.stop();
  }
});
