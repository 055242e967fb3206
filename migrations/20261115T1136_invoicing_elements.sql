-- Lines are found by their parts: a line that is replaced asks whether something still is part of it.
CREATE INDEX sold_parts_element ON sold_parts (organization_id, element_id);
