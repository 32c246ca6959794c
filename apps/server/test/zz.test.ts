import { expect, test } from 'vitest'
import { createTestDatabase } from './fixtures/database/test-database.ts'
import { openDatabase } from '../src/platform/database/database.ts'
import { search } from '../src/desk/search-query.ts'
import pg from 'pg'
test('x', async () => {
  const d = await createTestDatabase(); const c = new pg.Client({ connectionString: d.superuserUrl }); await c.connect()
  await c.query(`insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult, terms_accepted_at, registered_at)
    select substr(md5(n::text), 1, 3 + n % 8) || n || '@' || (array['gmail.com','mail.ru','yahoo.com'])[1 + n % 3], '-', (array['John','Maria','Иван','Zoë','Ahmed','Olga'])[1 + n % 6] , initcap(translate(substr(md5((n / 7)::text), 1, 8), '0123456789', 'ghijklmnop')), 'GB', 'USD', '+44' || (7000000000 + n * 7919::bigint % 1000000000), 'en', true, now(), now() from generate_series(1, 1000000) n`)
  await c.query('vacuum analyze users')
  const size = (await c.query(`select pg_size_pretty(pg_relation_size('users_search_words')) i, pg_size_pretty(pg_relation_size('users')) u`)).rows
  console.log(JSON.stringify(size))
  const database = openDatabase(d.url, { maxConnections: 4 })
  const row = (await c.query('select * from users where id = 512345')).rows[0]
  for (let k = 0; k < 2; k++)
  for (const text of [row.email, row.last_name, row.first_name + ' ' + row.last_name, 'gmail', 'com', 'мария', 'иван', 'olga', 'zzqqx', 'joh gmail ' + row.last_name.slice(0, 3), row.phone.slice(-7), '512345', '1234', '700', 'abc', row.last_name.slice(0, 4)]) {
    const t = performance.now(); const r = await search(database.db, text, true); console.log(text, r.length, Math.round(performance.now() - t), 'ms')
  }
  await database.close(); await c.end(); await d.drop()
}, 400000)
