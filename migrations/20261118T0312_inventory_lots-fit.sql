-- Lots that are written hold no more than their position, whoever writes them. The service keeps to it under the lock of the position.

CREATE FUNCTION app.refuse_lots_beyond_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(quantity) FROM lot_positions
      WHERE organization_id = NEW.organization_id AND resource_id = NEW.resource_id AND division_id = NEW.division_id)
    > (SELECT greatest(quantity, 0) FROM stock_positions
       WHERE organization_id = NEW.organization_id AND resource_id = NEW.resource_id AND division_id = NEW.division_id) THEN
    RAISE EXCEPTION 'the lots of resource % exceed its stock', NEW.resource_id
      USING ERRCODE = 'check_violation', TABLE = 'lot_positions', CONSTRAINT = 'lot_positions_fit';
  END IF;
  RETURN NULL;
END $$;

-- At the end of the transaction: the stock and its lots are written one after the other.
CREATE CONSTRAINT TRIGGER lot_positions_fit AFTER INSERT OR UPDATE ON lot_positions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.refuse_lots_beyond_stock();
