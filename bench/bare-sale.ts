// The baseline of `posted-sale`: a bare HTTP server around one SQL function (`bare-sale.sql`). No authentication, no
// validation, no row-level security, no events.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const SELL = { name: 'sell', text: 'SELECT bare.sell($1, $2, $3, $4, $5, $6) AS number' };
let requests = 0;

interface Sale {
  shop: number;
  lines: { item: number; quantity: number; price: number }[];
}

async function sell(body: string): Promise<unknown> {
  const { shop, lines }: Sale = JSON.parse(body);
  const column = (name: keyof Sale['lines'][number]) => lines.map((line) => line[name]);
  const values = [shop, 1, String(++requests), column('item'), column('quantity'), column('price')];
  return (await pool.query({ ...SELL, values })).rows[0];
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    sell(Buffer.concat(chunks).toString()).then(
      (sale) => answer(201, sale),
      (error: Error) => answer(500, { error: error.message }),
    );
  });
});
server.listen(Number(process.env.PORT), () => process.send?.('open'));
