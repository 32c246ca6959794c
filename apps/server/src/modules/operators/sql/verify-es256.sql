-- Returns whether a signature by ECDSA over the curve P-256 with SHA-256 is right (FIPS 186-5, 6.4.2), which is what passkeys make (ES256).
-- The database checks it itself, so that no server can say that an operator has signed. A key is a point of 65 bytes (04, x, y), a
-- signature is in DER, as browsers give it. Wrong lengths and values are a wrong signature.

-- Reads a number of up to 32 bytes.
create or replace function read_number(bytes bytea) returns numeric
  language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  padded bytea := decode(repeat('00', 32 - length(bytes)), 'hex') || bytes;
  total numeric := 0;
begin
  for part in 0..7 loop
    total := total * 4294967296 + ('x' || encode(substr(padded, part * 4 + 1, 4), 'hex'))::bit(32)::bigint;
  end loop;
  return total;
end $$;

-- Reads the two numbers of a signature in DER; null if it is not in its shortest form.
create or replace function read_es256_signature(signature bytea) returns numeric[]
  language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  numbers numeric[] := '{}';
  -- Of the next byte, from 0.
  place integer := 2;
  size integer;
begin
  if length(signature) not between 8 and 72 or get_byte(signature, 0) <> 48 or get_byte(signature, 1) <> length(signature) - 2 then
    return null;
  end if;
  for part in 1..2 loop
    if place + 2 > length(signature) or get_byte(signature, place) <> 2 then
      return null;
    end if;
    size := get_byte(signature, place + 1);
    place := place + 2;
    if size not between 1 and 33 or place + size > length(signature)
       -- Negative, or with a leading zero that nothing needs.
       or get_byte(signature, place) > 127
       or size > 1 and get_byte(signature, place) = 0 and get_byte(signature, place + 1) < 128
       or size = 33 and get_byte(signature, place) <> 0 then
      return null;
    end if;
    numbers := numbers || read_number(substr(signature, place + 1 + greatest(size - 32, 0), least(size, 32)));
    place := place + size;
  end loop;
  return case when place = length(signature) then numbers end;
end $$;

-- Returns the number that gives 1 when multiplied by this one, in a field with a prime number of elements (Fermat).
create or replace function invert_modulo(value numeric, prime numeric) returns numeric
  language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  result numeric := 1;
  base numeric := value % prime;
  rest numeric := prime - 2;
begin
  while rest > 0 loop
    if rest % 2 = 1 then
      result := result * base % prime;
    end if;
    base := base * base % prime;
    rest := div(rest, 2);
  end loop;
  return result;
end $$;

create or replace function verify_es256(public_key bytea, message bytea, signature bytea) returns boolean
  language plpgsql immutable strict set search_path = pg_catalog, public, pg_temp as $$
declare
  -- The prime of the field, the order of the group, and the curve's constant: y² = x³ - 3x + b.
  p constant numeric := 115792089210356248762697446949407573530086143415290314195533631308867097853951;
  n constant numeric := 115792089210356248762697446949407573529996955224135760342422259061068512044369;
  b constant numeric := 41058363725152142129326129780047268409114441015993725554835256314039467401291;
  -- Points that are added: the base point, the key, and their sum. Each is (x, y).
  xs numeric[] := array[48439561293906451759052585252797914202762949526041747995844080717082404635286, 0, 0];
  ys numeric[] := array[36134250956749795798585127919587881956611106672985015071877198253568414405109, 0, 0];
  numbers numeric[] := read_es256_signature(signature);
  r numeric := numbers[1];
  s numeric := numbers[2];
  inverse numeric;
  -- How many times the base point and the key are taken: what is left of it below the present power of two.
  times_base numeric;
  times_key numeric;
  power numeric := 57896044618658097711785492504343953926634992332820282019728792003956564819968;
  slope numeric;
  which integer;
  -- The sum so far, in Jacobian coordinates: the point (x / z², y / z³). z = 0: the point at infinity.
  x numeric := 1;
  y numeric := 1;
  z numeric := 0;
  t numeric;
  u numeric;
  v numeric;
  w numeric;
begin
  if numbers is null or length(public_key) <> 65 or get_byte(public_key, 0) <> 4
     or r = 0 or s = 0 or r >= n or s >= n then
    return false;
  end if;
  xs[2] := read_number(substr(public_key, 2, 32));
  ys[2] := read_number(substr(public_key, 34, 32));
  if xs[2] >= p or ys[2] >= p or (xs[2] * xs[2] % p * xs[2] + (p - 3) * xs[2] + b - ys[2] * ys[2]) % p <> 0 then
    return false;
  end if;
  if xs[2] = xs[1] then
    -- The base point or its opposite: a key that everyone can use.
    return false;
  end if;
  slope := (ys[2] + p - ys[1]) * invert_modulo(xs[2] + p - xs[1], p) % p;
  xs[3] := (slope * slope + 2 * p - xs[1] - xs[2]) % p;
  ys[3] := (slope * (xs[1] + p - xs[3]) + p - ys[1]) % p;
  inverse := invert_modulo(s, n);
  times_base := read_number(sha256(message)) * inverse % n;
  times_key := r * inverse % n;
  for bits in 1..256 loop
    -- Twice the sum. Infinity stays: z is 0.
    t := y * y % p;
    u := 4 * x * t % p;
    v := 3 * (x + p - z * z % p) * (x + z * z % p) % p;
    z := 2 * y * z % p;
    x := (v * v + 2 * (p - u)) % p;
    y := (v * (u + p - x) + 8 * (p - t * t % p)) % p;
    which := 0;
    if times_base >= power then
      times_base := times_base - power;
      which := 1;
    end if;
    if times_key >= power then
      times_key := times_key - power;
      which := which + 2;
    end if;
    power := div(power, 2);
    continue when which = 0;
    if z = 0 then
      x := xs[which];
      y := ys[which];
      z := 1;
      continue;
    end if;
    t := z * z % p;
    u := (xs[which] * t + p - x) % p;
    v := (ys[which] * (t * z % p) + p - y) % p;
    if u = 0 then
      -- The same point, or its opposite: a signature made by chance has neither.
      return false;
    end if;
    t := u * u % p;
    w := t * u % p;
    z := z * u % p;
    t := x * t % p;
    x := (v * v + 3 * p - w - 2 * t) % p;
    y := (v * (t + p - x) + p - y * w % p) % p;
  end loop;
  -- x / z² is r modulo n.
  return z <> 0 and ((r * (z * z % p) - x) % p = 0 or r + n < p and ((r + n) * (z * z % p) - x) % p = 0);
end $$;
