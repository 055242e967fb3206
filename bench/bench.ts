// `npm run bench` measures the performance targets, each against its baseline in one run. `npm run bench -- read` runs one.

import { boards } from './boards.ts';
import { catalog } from './catalog.ts';
import { chain } from './chain.ts';
import { chats } from './chats.ts';
import { diffusions } from './diffusions.ts';
import { events } from './events.ts';
import { files } from './files.ts';
import { filing607 } from './filing-607.ts';
import { inbound } from './inbound.ts';
import { pending } from './pending.ts';
import { posClose } from './pos-close.ts';
import { postedSale } from './posted-sale.ts';
import { read } from './read.ts';
import { sale } from './sale.ts';
import { slots } from './slots.ts';
import { start } from './start.ts';
import { type Measurement, printTable } from './table.ts';
import { webhooks } from './webhooks.ts';
import { widgetStreams } from './widget-streams.ts';

const parts: Record<string, () => Promise<Measurement[]>> = {
  read,
  events,
  webhooks,
  catalog,
  'filing-607': filing607,
  files,
  boards,
  'pos-close': posClose,
  'posted-sale': postedSale,
  chain,
  pending,
  sale,
  slots,
  chats,
  inbound,
  'widget-streams': widgetStreams,
  diffusions,
  start,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`Unknown part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const results: Measurement[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`${name} …`);
  results.push(...(await part()));
}
printTable(results);
if (results.some(({ met }) => met === false)) process.exitCode = 1;
