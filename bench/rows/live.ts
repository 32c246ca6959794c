import { createHmac, randomUUID } from 'node:crypto'

import { signBody, signatureHeader } from '@tradefront/processors/signature'

import { type Row, limitRow, median } from '../row.ts'
import { type World, addPending, sandboxSecret } from '../world.ts'

const rounds = 100
/** What polling every 5 s takes on average. */
const pollingMs = 2500

/** From the moment a processor sends its decision to the moment the browser has it from the live socket. */
export async function liveRows(world: World): Promise<Row[]> {
  const [userId = 0] = await world.addTraders(1, 'ORANGE', 'Lovelace')
  const browser = await world.openBrowser(userId)
  const headers = { cookie: browser.headers['cookie'] ?? '', origin: world.server.url }
  const socket = new WebSocket(`${world.server.url.replace('http', 'ws')}/api/live`, { headers })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the live socket was refused')), { once: true })
  })
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { ref, id } = await addPending(world.pool, userId, 'ORANGE')
    const heard = new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('nothing came over the live socket')), 5000)
      const hear = ({ data }: MessageEvent) => {
        if (!String(data).includes(id) || !String(data).includes('"state":"succeeded"')) return
        clearTimeout(timer)
        socket.removeEventListener('message', hear)
        resolve(performance.now())
      }
      socket.addEventListener('message', hear)
    })
    const from = performance.now()
    const [at] = await Promise.all([heard, decide(world, ref)])
    times.push(at - from)
  }
  socket.close()
  return [limitRow("a processor's decision to the browser, live socket", 'ms', median(times.slice(10)), 50, pollingMs)]
}

async function decide(world: World, ref: string): Promise<void> {
  const charge = { status: 'succeeded', psp_ref: ref, amount: 100_000, currency: 'USD' }
  const body = JSON.stringify({ event_id: randomUUID(), ref, charge })
  const mac = (text: string) => createHmac('sha256', sandboxSecret).update(text).digest('hex')
  const answer = await fetch(`${world.server.url}/hooks/orange`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signBody(mac, body, Date.now()) },
    body,
  })
  if (answer.status !== 200) throw new Error(`webhook: ${answer.status} ${await answer.text()}`)
}
