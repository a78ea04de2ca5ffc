ALTER TABLE "offers" ADD COLUMN "other_prices" jsonb;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_offer_honest" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cap > OLD.cap THEN RAISE EXCEPTION 'The cap of an offer is never raised'; END IF;
  IF NEW.closed_at IS DISTINCT FROM OLD.closed_at AND OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'A closed offer stays closed';
  END IF;
  IF OLD.closes_at IS NOT NULL AND (NEW.closes_at IS NULL OR NEW.closes_at > OLD.closes_at) THEN
    RAISE EXCEPTION 'The end of an offer is never put off';
  END IF;
  IF NEW.deal_price_minor <> OLD.deal_price_minor OR NEW.later_price_minor <> OLD.later_price_minor
    OR NEW.currency <> OLD.currency
    -- Null until the first start of a version that keeps them.
    OR (OLD.other_prices IS NOT NULL AND NEW.other_prices IS DISTINCT FROM OLD.other_prices) THEN
    RAISE EXCEPTION 'The prices of an offer do not change';
  END IF;
  IF NEW.cooldown_days < OLD.cooldown_days THEN RAISE EXCEPTION 'The cooldown of an offer is never shortened'; END IF;
  RETURN NEW;
END $$;
