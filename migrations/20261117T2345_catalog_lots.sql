-- Whether the stock of a resource is kept by lots (batches), which may have an expiry date.
ALTER TABLE resources
  ADD COLUMN tracks_lots boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT resources_lots CHECK (NOT tracks_lots OR tracks_stock AND NOT tracks_serials);
