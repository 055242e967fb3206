import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { accounts, type ChartAccount } from '../tables.ts';
import type { CashMovement } from './cash-flow.sql.ts';
import { inTreeOrder, subtreeOf } from './tree.ts';

type Activity = 'operating' | 'investing' | 'financing' | 'exchange';

/** The accounts of the chart that hold money: of cash boxes and banks. Card terminals and processors owe it first. */
async function cashAccounts(ctx: TenantContext, rules: Map<string, string>): Promise<string[]> {
  const money = await accounts.all(ctx, { kind: ['cash', 'bank', 'other'] }, { columns: ['chartAccountId'] });
  return [...new Set([rules.get('cash')!, rules.get('bank')!, ...money.map(({ chartAccountId }) => chartAccountId)])];
}

/** The accounts by which movements of money are counted. */
export async function flowAccounts(ctx: TenantContext, chart: ChartAccount[], rules: Map<string, string>) {
  const [cash, activityOf] = [await cashAccounts(ctx, rules), activities(chart, rules)];
  const investing = chart.flatMap(({ id, kind }) => (activityOf(id, kind) === 'investing' ? id : []));
  return { cash, investing, owed: [rules.get('receivable')!, rules.get('payable')!] };
}

/**
 * The statement of cash flows by the direct method: the movements of money by the account on the other side, in the activities of
 * IAS 7. Transfers between money accounts are no cash flow.
 */
export function cashFlow(
  chart: ChartAccount[],
  rules: Map<string, string>,
  movements: CashMovement[],
  openingCash: bigint,
) {
  const activityOf = activities(chart, rules);
  const byAccount = new Map(movements.map((movement) => [movement.accountId, movement]));
  const lines = inTreeOrder(chart).flatMap(({ id, code, name, kind }) => {
    const movement = byAccount.get(id);
    if (!movement) return [];
    const { inflow, outflow } = movement;
    const net = inflow - outflow;
    // Money from one till to that of another division has stayed in the organization.
    if (id === rules.get('betweenDivisions') && net === 0n) return [];
    return [{ activity: activityOf(id, kind), accountId: id, code, name, inflow, outflow, net }];
  });
  const sectionOf = (wanted: Activity) => {
    const own = lines.flatMap(({ activity, ...line }) => (activity === wanted ? line : []));
    return { lines: own, total: sumOf(own, ({ net }) => net) };
  };
  const netChange = sumOf(lines, ({ net }) => net);
  return {
    openingCash,
    operating: sectionOf('operating'),
    investing: sectionOf('investing'),
    financing: sectionOf('financing'),
    exchangeDifference: sectionOf('exchange').total,
    netChange,
    closingCash: openingCash + netChange,
  };
}

/** Long-term assets and loans to others are investments; equity and long-term debts finance the business. */
function activities(chart: ChartAccount[], rules: Map<string, string>) {
  const groupOf = (rule: string): string[] => {
    const parent = chart.find(({ id }) => id === chart.find((account) => account.id === rules.get(rule))?.parentId);
    // The heading of the account stands for its group, unless it is the heading of all assets or all debts.
    return parent?.parentId ? subtreeOf(chart, parent.id).map(({ id }) => id) : [rules.get(rule)!];
  };
  const namedBy = (...names: string[]) => names.map((name) => rules.get(name)!);
  const investing = new Set([...groupOf('fixedAssets'), ...namedBy('loansGranted', 'assetGain', 'assetLoss')]);
  const financing = new Set(groupOf('loansReceived'));
  const exchange = new Set(namedBy('exchangeGain', 'exchangeLoss', 'unrealizedExchangeGain', 'unrealizedExchangeLoss'));
  return (id: string, kind: ChartAccount['kind']): Activity => {
    if (investing.has(id)) return 'investing';
    if (financing.has(id) || kind === 'equity') return 'financing';
    return exchange.has(id) ? 'exchange' : 'operating';
  };
}
