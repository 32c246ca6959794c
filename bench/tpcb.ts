import pg from 'pg'

const scale = 10
const perBranch = 100_000

/** Creates tables like those of pgbench, at scale 10. */
export async function createTpcbTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    create table bench_branches (bid int primary key, bbalance int not null, filler char(88)) with (fillfactor = 100);
    create table bench_tellers (tid int primary key, bid int not null, tbalance int not null, filler char(84)) with (fillfactor = 100);
    create table bench_accounts (aid int primary key, bid int not null, abalance int not null, filler char(84)) with (fillfactor = 100);
    create table bench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into bench_branches select n, 0, '' from generate_series(1, ${scale}) n;
    insert into bench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${scale * 10}) n;
    insert into bench_accounts select n, (n - 1) / ${perBranch} + 1, 0, '' from generate_series(1, ${scale * perBranch}) n;
  `)
  await pool.query('vacuum analyze bench_accounts')
  await pool.query('checkpoint')
}

/** Returns transactions per second. Each has seven prepared statements; `clients` run in parallel. */
export async function runTpcb(databaseUrl: string, clients: number, forMs: number): Promise<number> {
  const until = performance.now() + forMs
  const from = performance.now()
  const counts = await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      let done = 0
      for (; performance.now() < until; done += 1) await runTransaction(client)
      await client.end()
      return done
    }),
  )
  return (counts.reduce((sum, count) => sum + count, 0) * 1000) / (performance.now() - from)
}

async function runTransaction(client: pg.Client): Promise<void> {
  const aid = 1 + Math.floor(Math.random() * scale * perBranch)
  const bid = 1 + Math.floor(Math.random() * scale)
  const tid = 1 + Math.floor(Math.random() * scale * 10)
  const delta = Math.floor(Math.random() * 10_001) - 5000
  const run = (name: string, text: string, values: number[]) => client.query({ name, text, values })
  await client.query('begin')
  await run('a', 'update bench_accounts set abalance = abalance + $1 where aid = $2', [delta, aid])
  await run('s', 'select abalance from bench_accounts where aid = $1', [aid])
  await run('t', 'update bench_tellers set tbalance = tbalance + $1 where tid = $2', [delta, tid])
  await run('b', 'update bench_branches set bbalance = bbalance + $1 where bid = $2', [delta, bid])
  await run('h', 'insert into bench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)', [
    tid,
    bid,
    aid,
    delta,
  ])
  await client.query('end')
}
