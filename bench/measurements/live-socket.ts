import { randomUUID } from 'node:crypto'

import { getProcessorSecret, signatureHeader, signRequest } from '@tradefront/processors/signature'

import { hmacSha256 } from '../../apps/server/src/platform/crypto/hmac-sha256.ts'
import { type ReportRow, toMaximumRow, median } from '../report.ts'
import { type BenchEnvironment, insertPendingDeposit, sandboxSecret } from '../environment.ts'

const rounds = 100
/** Average delay of polling every 5 s, for comparison. */
const pollingMs = 2500

export async function measureLiveSocket(environment: BenchEnvironment): Promise<ReportRow[]> {
  const [userId = 0] = await environment.insertTraders(1, 'ORANGE', 'Lovelace')
  const browser = await environment.createBrowserSession(userId)
  const headers = { cookie: browser.headers['cookie'] ?? '', origin: environment.server.url }
  const socket = new WebSocket(`${environment.server.url.replace('http', 'ws')}/api/live`, { headers })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the live socket was refused')), { once: true })
  })
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { ref, id } = await insertPendingDeposit(environment.pool, userId, 'ORANGE')
    const received = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no message came over the live socket')), 5000)
      const onMessage = ({ data }: MessageEvent) => {
        if (!String(data).includes(id) || !String(data).includes('"state":"succeeded"')) return
        clearTimeout(timer)
        socket.removeEventListener('message', onMessage)
        resolve(performance.now())
      }
      socket.addEventListener('message', onMessage)
    })
    const from = performance.now()
    const [at] = await Promise.all([received, sendDecisionWebhook(environment, ref)])
    times.push(at - from)
  }
  socket.close()
  return [toMaximumRow('processor webhook to browser by live socket', 'ms', median(times.slice(10)), 50, pollingMs)]
}

async function sendDecisionWebhook(environment: BenchEnvironment, ref: string): Promise<void> {
  const charge = { status: 'succeeded', psp_ref: ref, amount: 100_000, currency: 'USD' }
  const body = JSON.stringify({ event_id: randomUUID(), ref, charge })
  const secret = getProcessorSecret(hmacSha256, { sandboxSecret, processorSecrets: {} }, 'orange')
  const signed = { method: 'POST', path: '/hooks/orange', body }
  const response = await fetch(`${environment.server.url}/hooks/orange`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [signatureHeader]: signRequest(hmacSha256, secret, signed, Date.now()),
    },
    body,
  })
  if (response.status !== 200) throw new Error(`webhook: ${response.status} ${await response.text()}`)
}
