import { randomUUID } from 'node:crypto'

import { putLoad, startScript } from '../processes.ts'
import { type Row, median, ratioRow } from '../row.ts'
import { type Browser, type World, addPending } from '../world.ts'

const load = { connections: 32, warmUpMs: 1500, measureMs: 3000 }
const rounds = 3

/** Requests per second of the two calls that browsers repeat, each against a bare route that answers the same JSON. */
export async function readRows(world: World): Promise<Row[]> {
  const [userId = 0] = await world.addTraders(1, 'ORANGE', 'Lovelace')
  const browser = await world.openBrowser(userId)
  const { ref, id } = await addPending(world.pool, userId, 'ORANGE')
  await world.pool.query('create table bench_docs (id uuid primary key, body json not null)')
  const reference = await startScript('bench/reference-server.ts', { DATABASE_URL: world.databaseUrl })

  const compare = async (name: string, method: 'GET' | 'POST', path: string, body?: unknown): Promise<Row> => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const ours = httpRequest(method, path, payload, browser)
    const answer = await fetch(`${world.server.url}${path}`, {
      method,
      headers: { ...browser.headers, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
    const doc = randomUUID()
    await world.pool.query('insert into bench_docs values ($1, $2)', [doc, text])
    const theirs =
      method === 'GET'
        ? httpRequest('GET', `/doc/${doc}`, undefined, browser)
        : httpRequest('POST', '/doc', JSON.stringify({ id: doc }), browser)
    const pairs: { ours: number; theirs: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({
        ours: await putLoad({ ...load, port: world.server.port, request: ours }),
        theirs: await putLoad({ ...load, port: reference.port, request: theirs }),
      })
    }
    return ratioRow(
      name,
      'req/s',
      median(pairs.map((pair) => pair.ours)),
      median(pairs.map((pair) => pair.theirs)),
      0.5,
    )
  }

  try {
    return [
      await compare('poll a card payment', 'POST', '/api/card/listen/orange', { transaction_id: ref, id }),
      await compare('what may be staked', 'GET', '/cli/userInfo'),
    ]
  } finally {
    await reference.stop()
  }
}

function httpRequest(method: string, path: string, body: string | undefined, browser: Browser): string {
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'accept: application/json']
  for (const [name, value] of Object.entries(browser.headers)) head.push(`${name}: ${value}`)
  if (body !== undefined) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}
