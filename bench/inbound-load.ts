import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import autocannon from 'autocannon';
import type { Post } from './load.ts';

/** Webhooks of the messaging app at a steady rate, each with a message of its own. */
export interface InboundLoad {
  url: string;
  secret: string;
  /** The numbers that get them, in turn. */
  addresses: string[];
  /** Who writes, in turn; one message of so many is from somebody else, who has never written. */
  customers: number;
  strangerEvery: number;
  /** Distinguishes the messages of one load from those of another. */
  name: string;
  perSecond: number;
  seconds: number;
}

export interface InboundResult {
  answered: number;
  failures: number;
  seconds: number;
  p99Ms: number;
}

export function signedMessage(secret: string, address: string, customer: number, id: string): Post {
  const from = `1809${String(2_000_000 + customer)}`;
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: address, phone_number_id: address },
    contacts: [{ profile: { name: 'Ana' }, wa_id: from }],
    messages: [{ id, from, timestamp: '1795000000', type: 'text', text: { body: '¿Tienen arroz selecto?' } }],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }, body };
}

/** From a separate process, so that client and server do not share a thread. */
export async function putInbound(load: InboundLoad): Promise<InboundResult> {
  const child = fork(import.meta.filename, { stdio: 'inherit' });
  child.send(load);
  const [result] = (await once(child, 'message')) as [InboundResult];
  return result;
}

async function answerLoad(load: InboundLoad): Promise<void> {
  const { url, secret, addresses, customers, strangerEvery, name, perSecond, seconds } = load;
  let number = 0;
  const result = await autocannon({
    url,
    method: 'POST',
    // Many, so that the rate does not depend on how long an answer takes.
    connections: 200,
    duration: seconds,
    overallRate: perSecond,
    requests: [
      {
        setupRequest: (request) => {
          const place = number++;
          const isStranger = place % strangerEvery === strangerEvery - 1;
          const customer = isStranger ? customers + place : place % customers;
          const address = addresses[customer % addresses.length]!;
          return { ...request, ...signedMessage(secret, address, customer, `wamid.${name}.${place}`) };
        },
      },
    ],
  });
  process.send?.({
    answered: result['2xx'],
    failures: result.non2xx + result.errors,
    seconds: result.duration,
    p99Ms: result.latency.p99,
  } satisfies InboundResult);
  process.disconnect?.();
}

if (process.send) process.once('message', answerLoad);
