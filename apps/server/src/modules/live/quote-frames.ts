import { setImmediate as yieldToRequests } from 'node:timers/promises'

import { watchRequest } from '@tradefront/contract/live'
import { findSymbol, toPrice } from '@tradefront/rules/trading/symbols'
import type { RawData, WebSocket } from 'ws'

import type { MarketFeed, Quote } from '../../gateways/market/market-feed.ts'

export type QuoteFrames = {
  /** Reads which symbols a browser watches. Ignores other messages. */
  readonly handleMessage: (socket: WebSocket, data: RawData) => void
  readonly remove: (socket: WebSocket) => void
}

/** Sockets with the same symbols, whose frames are the same. */
type Group = { readonly key: string; readonly symbols: readonly string[]; readonly sockets: Set<WebSocket> }

/** How many frames are sent without a pause, in which other requests have a turn. */
const framesAtOnce = 250

/** Sends new prices to the sockets that watch them: one frame per socket and tick, none to a socket that is behind. */
export function createQuoteFrames(feed: Pick<MarketFeed, 'subscribe'>): QuoteFrames {
  const groups = new Map<string, Group>()
  const groupOfSocket = new Map<WebSocket, Group>()
  let unsubscribe: (() => void) | null = null
  let isSending = false

  return {
    handleMessage(socket, data) {
      const symbols = parseWatchRequest(data)
      if (symbols === null || socket.readyState !== socket.OPEN) return
      remove(socket)
      if (symbols.length > 0) add(socket, symbols)
    },
    remove,
  }

  function add(socket: WebSocket, symbols: readonly string[]): void {
    const key = symbols.join()
    const group = groups.get(key) ?? { key, symbols, sockets: new Set() }
    groups.set(key, group)
    group.sockets.add(socket)
    groupOfSocket.set(socket, group)
    unsubscribe ??= feed.subscribe((quotes) => void sendQuotes(quotes))
  }

  function remove(socket: WebSocket): void {
    const group = groupOfSocket.get(socket)
    if (group === undefined) return
    groupOfSocket.delete(socket)
    group.sockets.delete(socket)
    if (group.sockets.size === 0) groups.delete(group.key)
    if (groups.size > 0) return
    unsubscribe?.()
    unsubscribe = null
  }

  /** A tick that comes before the last one is sent is dropped: the next one has newer prices. */
  async function sendQuotes(quotes: readonly Quote[]): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      const texts = new Map(quotes.map((quote) => [quote.symbol, formatQuote(quote)]))
      let sent = 0
      for (const { symbols, sockets } of groups.values()) {
        const own = symbols.flatMap((symbol) => texts.get(symbol) ?? [])
        if (own.length === 0) continue
        const frame = Buffer.from(`{"type":"quotes","quotes":[${own.join()}]}`)
        for (const socket of sockets) {
          if (socket.readyState !== socket.OPEN || socket.bufferedAmount > 0) continue
          socket.send(frame, { binary: false })
          sent += 1
          if (sent % framesAtOnce === 0) await yieldToRequests()
        }
      }
    } finally {
      isSending = false
    }
  }
}

function formatQuote({ symbol, points, atMs }: Quote): string {
  return JSON.stringify([symbol, toPrice(points, findSymbol(symbol)?.digits ?? 0), atMs])
}

/** Reads the known symbols, in alphabetical order. Returns null for another message. */
function parseWatchRequest(data: RawData): string[] | null {
  try {
    const parsed = watchRequest.safeParse(JSON.parse(data.toString()))
    if (!parsed.success) return null
    return [...new Set(parsed.data.watch)].filter((name) => findSymbol(name) !== undefined).toSorted()
  } catch {
    return null
  }
}
