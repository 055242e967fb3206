-- The least that a posted sale can cost on this PostgreSQL: number, lines, ledger, stock and idempotency in one call, without
-- row-level security, events, taxes by law or history. The server of `bare-sale.ts` calls it.
CREATE SCHEMA bare;

CREATE TABLE bare.counters (shop int PRIMARY KEY, number bigint NOT NULL);
CREATE TABLE bare.stock (shop int, item int, quantity bigint NOT NULL CHECK (quantity >= 0), PRIMARY KEY (shop, item));
CREATE TABLE bare.sales (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, shop int NOT NULL, number bigint NOT NULL, customer int NOT NULL,
  sold_on date NOT NULL, net bigint NOT NULL, tax bigint NOT NULL, request text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (shop, number), UNIQUE (shop, request));
CREATE INDEX ON bare.sales (shop, sold_on DESC, id DESC);
CREATE TABLE bare.lines (
  sale bigint REFERENCES bare.sales, line int, item int NOT NULL, quantity bigint NOT NULL, price bigint NOT NULL,
  tax bigint NOT NULL, PRIMARY KEY (sale, line));
CREATE TABLE bare.postings (sale bigint REFERENCES bare.sales, account text, amount bigint NOT NULL, PRIMARY KEY (sale, account));

INSERT INTO bare.counters SELECT shop, 0 FROM generate_series(1, 8) AS shop;
INSERT INTO bare.stock SELECT shop, item, 1000000000 FROM generate_series(1, 8) AS shop, generate_series(1, 200) AS item;

CREATE FUNCTION bare.sell(in_shop int, in_customer int, in_request text, items int[], quantities bigint[], prices bigint[])
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  sold bigint;
  taken bigint;
  net_sum bigint;
  tax_sum bigint;
BEGIN
  SELECT sum(q * p), sum((q * p * 18 + 50) / 100) INTO net_sum, tax_sum FROM unnest(quantities, prices) AS g (q, p);
  -- Locked in one order: two sales that lock each other's items would deadlock.
  PERFORM FROM bare.stock WHERE shop = in_shop AND item = ANY (items) ORDER BY item FOR UPDATE;
  UPDATE bare.stock s SET quantity = s.quantity - g.q
  FROM (SELECT i, sum(q) AS q FROM unnest(items, quantities) AS g (i, q) GROUP BY i ORDER BY i) AS g
  WHERE s.shop = in_shop AND s.item = g.i;
  UPDATE bare.counters SET number = number + 1 WHERE shop = in_shop RETURNING number INTO taken;
  INSERT INTO bare.sales (shop, number, customer, sold_on, net, tax, request)
  VALUES (in_shop, taken, in_customer, current_date, net_sum, tax_sum, in_request) RETURNING id INTO sold;
  INSERT INTO bare.lines
  SELECT sold, place, i, q, p, (q * p * 18 + 50) / 100
  FROM unnest(items, quantities, prices) WITH ORDINALITY AS g (i, q, p, place);
  INSERT INTO bare.postings
  VALUES (sold, 'receivable', net_sum + tax_sum), (sold, 'sales', -net_sum), (sold, 'tax', -tax_sum);
  RETURN taken;
END $$;
