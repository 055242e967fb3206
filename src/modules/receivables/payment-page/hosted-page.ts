import { type Charge, findMerchantId, type PayprocAccount, payproc } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import { type Attempt, type ExchangeDeclaration, openPort, type Reply } from '#platform/ports/exchange-declaration.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';

/** Most payers pay soon, so the first check is early; later ones wait a quarter of the age of the page. */
const FIRST_LOOK_AFTER_SECONDS = 15;
const OPEN_HOURS = 72;

type HostedAnswer = Pick<Charge, 'state' | 'url'> & Partial<Pick<Charge, 'declineReason'>>;

/** A charge on a page of the payment processor. */
interface HostedCharge {
  adapter: string;
  amount: bigint;
  currency: string;
  description: string;
  returnUrl: string;
  /** Whose method is saved; null: it is not saved. */
  customerId: string | null;
  /** Nothing can be paid any more: an open page is closed. */
  isOver?: boolean;
}

interface Question {
  charge: HostedCharge;
  /** Null: the organization no longer uses the provider of this page. */
  account: PayprocAccount | null;
}

interface Declaration {
  name: string;
  find(ctx: TenantContext, id: string): Promise<HostedCharge | null>;
  settle: ExchangeDeclaration<Question, HostedAnswer>['settle'];
}

/** A page of the payment processor on which an amount is paid. It is closed after three days. */
export const hostedPage = ({ name, find, settle }: Declaration) =>
  exchange<Question, HostedAnswer>({
    name,
    prepare: async (ctx, id) => {
      const charge = await find(ctx, id);
      if (!charge) return null;
      const merchant = await openMerchant(ctx);
      return { charge, account: merchant?.adapter === charge.adapter ? merchant.account : null };
    },
    ask: async ({ charge, account }, attempt) => {
      if (!account || (!attempt.reference && attempt.isKeyForgotten)) return { state: 'lost', answer: null };
      return replyOf(await askProvider(account, charge, attempt));
    },
    settle,
    followUpAfterSeconds: FIRST_LOOK_AFTER_SECONDS,
    lookAfter: ({ ageSeconds }) => Math.max(FIRST_LOOK_AFTER_SECONDS, ageSeconds / 4),
  });

/** The merchant account of the organization; null before it is open. */
export async function openMerchant(ctx: TenantContext): Promise<{ adapter: string; account: PayprocAccount } | null> {
  const provider = await openPort(ctx, payproc);
  const merchantId = await findMerchantId(ctx, provider.adapter);
  return merchantId ? { adapter: provider.adapter, account: provider.account(merchantId) } : null;
}

async function askProvider(
  account: PayprocAccount,
  { amount, currency, description, returnUrl, customerId, isOver }: HostedCharge,
  { key, reference, createdAt }: Attempt<HostedAnswer>,
): Promise<Charge> {
  const how = {
    paymentMethodId: null,
    offSession: false,
    saveMethod: customerId !== null,
    capture: 'automatic',
  } as const;
  if (!reference) return account.charge({ ...how, customerId, amount, currency, description, returnUrl }, key);
  const charge = await account.readCharge(reference);
  const closesAt = Temporal.Instant.from(createdAt).add({ hours: OPEN_HOURS });
  const isClosing = isOver || Temporal.Instant.compare(realNow(), closesAt) > 0;
  if (!isClosing || !waitsForPayer.has(charge.state)) return charge;
  try {
    return await account.cancelCharge(reference, cancelKeyOf(key));
  } catch (error) {
    // It was paid at that moment: the refusal to close it must not end the exchange.
    if (isRefusal(error, ProviderRefused)) return account.readCharge(reference);
    throw error;
  }
}

const waitsForPayer = new Set<Charge['state']>(['requires_method', 'requires_action', 'failed']);

export const cancelKeyOf = (id: string): string => `${id}-cancel`;

function replyOf({ id, state, url, declineReason }: Charge): Reply<HostedAnswer> {
  const outcome = state === 'succeeded' ? 'done' : state === 'canceled' ? 'refused' : 'open';
  return { state: outcome, answer: { state, url, declineReason }, reference: id };
}
