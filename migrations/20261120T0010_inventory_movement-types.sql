-- Lists of purchases, transfers and adjustments. Nearly all movements are sales, which have no entry here.
CREATE INDEX stock_movements_type ON stock_movements (organization_id, type, date DESC, id DESC) WHERE type <> 'OUT';
