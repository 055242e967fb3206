import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { BenchService } from './service.ts';

/** The kernel counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time, written-ahead log and statements so far. */
export interface Cost {
  nodeMs: number;
  postgresMs: number;
  walBytes: number;
  statements: number;
}

export async function costSoFar({ process: node, database, owner }: BenchService): Promise<Cost> {
  const [nodeMs, postgresMs, { rows }] = await Promise.all([
    processorMs(node.pid),
    familyMs(database.process!.pid!),
    owner.query<{ wal: string; calls: string }>(
      `SELECT pg_current_wal_insert_lsn() - '0/0' AS wal, coalesce(sum(calls), 0) AS calls
       FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = 'colmado'`,
    ),
  ]);
  return { nodeMs, postgresMs, walBytes: Number(rows[0]!.wal), statements: Number(rows[0]!.calls) };
}

export const costBetween = (before: Cost, after: Cost, times: number): Cost => ({
  nodeMs: (after.nodeMs - before.nodeMs) / times,
  postgresMs: (after.postgresMs - before.postgresMs) / times,
  walBytes: (after.walBytes - before.walBytes) / times,
  statements: (after.statements - before.statements) / times,
});

/** The statements that took longest, for `BENCH_STATEMENTS=1`. */
export async function printStatements(owner: pg.Client, times: number): Promise<void> {
  const { rows } = await owner.query(
    `SELECT calls, plans, total_exec_time AS exec, total_plan_time AS plan, wal_bytes AS wal, shared_blks_hit AS hits,
            left(regexp_replace(query, '\\s+', ' ', 'g'), 150) AS text
     FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid WHERE r.rolname = 'colmado'
     ORDER BY total_exec_time + total_plan_time DESC LIMIT 60`,
  );
  console.log('  per sale: calls   plans  exec ms  plan ms  wal bytes  buffers  statement');
  for (const row of rows) {
    const each = (value: unknown, digits: number) => (Number(value) / times).toFixed(digits).padStart(8);
    console.log(
      `  ${each(row.calls, 2)}${each(row.plans, 2)}${each(row.exec, 3)}${each(row.plan, 3)}${each(row.wal, 0)}${each(row.hits, 0)}  ${row.text}`,
    );
  }
}

/** PostgreSQL with all its connections; those that ended are counted in their parent. */
async function familyMs(parent: number): Promise<number> {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const all = await Promise.all(ids.map((id) => statOf(id).catch(() => null)));
  const server = await statOf(parent);
  const connections = all.flatMap((stat) => (stat?.parent === parent ? stat.ownMs : []));
  return connections.reduce((sum, ms) => sum + ms, server.ownMs + server.endedMs);
}

const processorMs = async (id: number): Promise<number> => (await statOf(id)).ownMs;

async function statOf(id: number): Promise<{ parent: number; ownMs: number; endedMs: number }> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8');
  // The second field is the name of the program in parentheses, and may contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return {
    parent: fields[1]!,
    ownMs: (fields[11]! + fields[12]!) * TICK_MS,
    endedMs: (fields[13]! + fields[14]!) * TICK_MS,
  };
}
