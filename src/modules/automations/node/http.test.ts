import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCall, call, newAutomation, settled } from '#test/automations.ts';
import { newBusiness } from '#test/harness.ts';
import { recordingAddress } from '#test/recording-address.ts';

const escapedWhole = (text: string): string =>
  [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

test('a secret is masked in the record of a step however the address writes it', async () => {
  const business = await newBusiness();
  const [short, long] = ['clave/secreta=1', 'clave/secreta=1/y-mas'];
  const forms = [
    long,
    long.replaceAll('/', '\\/'),
    escapedWhole(long),
    encodeURIComponent(long),
    Buffer.from(long).toString('base64'),
  ];
  const said = `{"echo":[${forms.map((form) => `"${form}"`).join(',')}],"${escapedWhole(short)}":12345678901234567890}`;
  const { url, host, received } = await recordingAddress(({ url: path }) =>
    path === '/json' ? { body: said } : { body: `Key: ${long}`, status: 422 },
  );
  for (const [name, value] of Object.entries({ SHORT: short, LONG: long }))
    await business.api.POST('/v1/automation/secrets', { body: { name, value, hosts: [host] } });
  const node = (id: string, details: object) => ({
    id,
    kind: 'http',
    method: 'POST',
    url: `${url}/${id}`,
    headers: { 'X-Short': '{{ secrets.SHORT }}', 'X-Long': '{{ secrets.LONG }}' },
    ...details,
  });
  const { id } = await newAutomation(business, {
    trigger: byCall(),
    nodes: [node('json', { next: 'text' }), node('text', {})],
  });
  await call(business, id);
  const thread = await settled(business, id);
  assert.deepEqual([received[0]!.headers['x-short'], received[0]!.headers['x-long']], [short, long]);
  const bodies = thread.steps.map(({ output }) => (output as { body: unknown }).body);
  assert.deepEqual(bodies, [{ echo: forms.map(() => '•••'), '•••': '12345678901234567890' }, 'Key: •••']);
  assert.ok(!/secreta|y-mas/.test(JSON.stringify(thread)));
});
