-- Finds what the prizes of a tournament share, in minor units of base currency. Null: the whole list is paid.
create or replace function find_tournament_fund(given tournaments) returns bigint
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select least((select sum((l.prize ->> 'amount')::numeric * 100) from jsonb_array_elements(find_listed_prizes(given)) l(prize)),
               floor((select coalesce(sum(own_edge), 0) from tournament_edges where tournament_id = given.id) * terms.fund_share))
    from find_prize_terms() terms where terms.is_scaled
$$;
