/** Zero-decimal currencies that Stripe counts in hundredths. */
const inHundredths = new Set(['ISK', 'UGX']);
const factorOf = (currency: string): bigint => (inHundredths.has(currency.toUpperCase()) ? 100n : 1n);

export const toStripe = ({ amount, currency }: { amount: bigint; currency: string }) => ({
  amount: Number(amount * factorOf(currency)),
  currency: currency.toLowerCase(),
});

export const amountFrom = (amount: number, currency: string): bigint => BigInt(amount) / factorOf(currency);

export const moneyFrom = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount: amountFrom(amount, currency),
  currency: currency.toUpperCase(),
});

export const instantOf = (unixSeconds: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(unixSeconds * 1000);
