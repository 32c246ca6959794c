import { randomUUID } from 'node:crypto'

import { measureThroughput, startScript } from '../processes.ts'
import { type ReportRow, median, toRatioRow } from '../report.ts'
import { type BrowserSession, type BenchEnvironment, insertPendingDeposit } from '../environment.ts'

const load = { connections: 32, warmUpMs: 1500, measureMs: 3000 }
const rounds = 3

/** Compares the two calls that browsers repeat with a bare route that returns the same JSON. */
export async function measureReads(environment: BenchEnvironment): Promise<ReportRow[]> {
  const [userId = 0] = await environment.insertTraders(1, 'ORANGE', 'Lovelace')
  const browser = await environment.createBrowserSession(userId)
  const { ref, id } = await insertPendingDeposit(environment.pool, userId, 'ORANGE')
  await environment.pool.query('create table bench_docs (id uuid primary key, body json not null)')
  const reference = await startScript(['bench/reference-server.ts'], { DATABASE_URL: environment.superuserUrl })

  const compareWithReference = async (
    name: string,
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ): Promise<ReportRow> => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const ours = buildHttpRequest(method, path, payload, browser)
    const answer = await fetch(`${environment.server.url}${path}`, {
      method,
      headers: { ...browser.headers, 'content-type': 'application/json' },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`)
    const doc = randomUUID()
    await environment.pool.query('insert into bench_docs values ($1, $2)', [doc, text])
    const referenceRequest =
      method === 'GET'
        ? buildHttpRequest('GET', `/doc/${doc}`, undefined, browser)
        : buildHttpRequest('POST', '/doc', JSON.stringify({ id: doc }), browser)
    const pairs: { ours: number; theirs: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({
        ours: await measureThroughput({ ...load, port: environment.server.port, request: ours }),
        theirs: await measureThroughput({ ...load, port: reference.port, request: referenceRequest }),
      })
    }
    return toRatioRow(
      name,
      'req/s',
      median(pairs.map((pair) => pair.ours)),
      median(pairs.map((pair) => pair.theirs)),
      0.5,
    )
  }

  try {
    return [
      await compareWithReference('poll a card payment', 'POST', '/api/card/listen/orange', { transaction_id: ref, id }),
      await compareWithReference('read the amount available to stake', 'GET', '/cli/userInfo'),
    ]
  } finally {
    await reference.stop()
  }
}

function buildHttpRequest(method: string, path: string, body: string | undefined, browser: BrowserSession): string {
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1', 'accept: application/json']
  for (const [name, value] of Object.entries(browser.headers)) head.push(`${name}: ${value}`)
  if (body !== undefined) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
  return `${head.join('\r\n')}\r\n\r\n${body ?? ''}`
}
