-- The prices in further currencies are terms of an offer too. Where there are none, an entry is what it was.
CREATE OR REPLACE FUNCTION "log_terms" ("kind" text, "o" "offers", "moment" timestamp with time zone) RETURNS void LANGUAGE sql AS $$
  SELECT append_to_seat_log(o.id, NULL, 0, 0, format(
    '{"type":"%s","offer":"%s","cap":%s,"dealPriceMinor":%s,"laterPriceMinor":%s,"currency":"%s"%s,"closesAt":%s,"cooldownDays":%s',
    kind, o.id, o.cap, o.deal_price_minor, o.later_price_minor, o.currency,
    -- No code and no number has a space.
    CASE WHEN o.other_prices <> '{}' THEN ',"otherPrices":' || replace(o.other_prices::text, ' ', '') ELSE '' END,
    coalesce('"' || to_char(o.closes_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"', 'null'), o.cooldown_days), false, moment)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "log_offer_change" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM log_terms('offer', NEW, now());
  ELSE
    IF NEW.cap <> OLD.cap OR NEW.closes_at IS DISTINCT FROM OLD.closes_at OR NEW.cooldown_days <> OLD.cooldown_days
      OR coalesce(NEW.other_prices, '{}') <> coalesce(OLD.other_prices, '{}') THEN
      PERFORM log_terms('terms', NEW, now());
    END IF;
    IF NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN PERFORM log_end(NEW, now()); END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER "offers_changed_to_log" ON "offers";
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "offers_changed_to_log" AFTER UPDATE ON "offers" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.cap <> OLD.cap OR NEW.closes_at IS DISTINCT FROM OLD.closes_at
    OR NEW.cooldown_days <> OLD.cooldown_days OR NEW.closed_at IS DISTINCT FROM OLD.closed_at
    OR NEW.other_prices IS DISTINCT FROM OLD.other_prices)
  EXECUTE FUNCTION "log_offer_change" ();
--> statement-breakpoint
-- Of the offer that is open: it was opened in these currencies, and its entry lacks them.
ALTER TABLE "seat_log" DISABLE TRIGGER "seat_log_by_triggers_only";
--> statement-breakpoint
SELECT log_terms('terms', o, now()) FROM "offers" o WHERE o.closed_at IS NULL AND o.other_prices <> '{}';
--> statement-breakpoint
ALTER TABLE "seat_log" ENABLE TRIGGER "seat_log_by_triggers_only";
