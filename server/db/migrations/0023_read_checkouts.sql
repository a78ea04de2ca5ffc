-- What each step of a checkout reads of users: their attempt, the seat they hold, their customers and their subscriptions, the
-- newest first. A function for the same reasons as in 0022.
CREATE FUNCTION "read_checkouts" (
  "user_ids" text[],
  OUT "attempts" jsonb, OUT "holds" jsonb, OUT "buyers" jsonb, OUT "bought" jsonb
) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  attempts := (SELECT jsonb_agg(to_jsonb(c)) FROM checkouts c WHERE c.user_id = ANY (user_ids));
  holds := (SELECT jsonb_agg(to_jsonb(h)) FROM seat_holds h WHERE h.user_id = ANY (user_ids) AND h.state = 'held');
  buyers := (SELECT jsonb_agg(to_jsonb(c)) FROM customers c WHERE c.user_id = ANY (user_ids));
  bought := (SELECT jsonb_agg(to_jsonb(s) ORDER BY s.created_at DESC)
    FROM subscriptions s WHERE s.user_id = ANY (user_ids));
END $$;
