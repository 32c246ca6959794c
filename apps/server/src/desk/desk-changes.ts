import { type DeskTopic, isDeskTopic } from '@tradefront/contract/desk-live'

import { createChannelListener } from '../platform/realtime/channel-listener.ts'

type Listener = {
  readonly onChange: (topic: DeskTopic) => void
  /** It no longer hears of changes. */
  readonly onLost: () => void
}

/** What the database tells about lists of the desk (`sql/tell-desk.sql`). It connects when the first one subscribes. */
export type DeskChanges = {
  /** @returns a function to unsubscribe; null while it does not listen */
  readonly subscribe: (listener: Listener) => Promise<(() => void) | null>
  readonly stop: () => Promise<void>
}

export function createDeskChanges(connectionString: string, onError: (error: unknown) => void): DeskChanges {
  const listeners = new Set<Listener>()
  let isListening = false
  let starting: Promise<void> | null = null
  const channel = createChannelListener({
    connectionString,
    channel: 'desk',
    onMessage: (topic) => {
      if (isDeskTopic(topic)) for (const { onChange } of listeners) onChange(topic)
    },
    onStateChange: (state) => {
      isListening = state
      if (state) return
      const lost = [...listeners]
      listeners.clear()
      for (const { onLost } of lost) onLost()
    },
    onError,
  })
  return {
    subscribe: async (listener) => {
      await (starting ??= channel.start())
      if (!isListening) return null
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: channel.stop,
  }
}
