import type { LiveEvent } from '@tradefront/contract/live'
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

import { startLiveConnection } from '../realtime/live-connection.ts'

/** Opens the live connection of the page to a stub, until the end of the test. */
export async function stubLiveSocket() {
  const sent: unknown[] = []
  const sockets: StubSocket[] = []
  class StubSocket extends EventTarget {
    static readonly OPEN = 1
    readyState = 0
    constructor() {
      super()
      sockets.push(this)
      queueMicrotask(() => this.open())
    }
    open(): void {
      this.readyState = StubSocket.OPEN
      this.dispatchEvent(new Event('open'))
    }
    send(text: string): void {
      sent.push(JSON.parse(text))
    }
    close(): void {
      this.readyState = 3
      this.dispatchEvent(new CloseEvent('close', { code: 1006 }))
    }
  }
  vi.stubGlobal('WebSocket', StubSocket)
  onTestFinished(() => void sockets.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 4401 })))
  await act(async () => startLiveConnection(() => undefined))
  return {
    /** Messages that the page sent, in order. */
    sent,
    push: (event: LiveEvent): Promise<void> =>
      act(async () => void sockets.at(-1)?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))),
    /** Closes the socket, which reconnects after a moment. */
    drop: (): Promise<void> => act(async () => sockets.at(-1)?.close()),
  }
}
