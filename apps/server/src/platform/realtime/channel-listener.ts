import pg from 'pg'

const retryMs = 500

/** Listens to a channel of PostgreSQL on a connection of its own. */
export type ChannelListener = {
  /** Connects, and again whenever the connection is lost. */
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export function createChannelListener(options: {
  readonly connectionString: string
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** What was sent while it did not listen is lost. */
  readonly onStateChange: (isListening: boolean) => void
  readonly onError: (error: unknown) => void
}): ChannelListener {
  const { connectionString, channel, onMessage, onStateChange, onError } = options
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const scheduleReconnect = (connection: pg.Client) => {
    if (stopped || client !== connection) return
    client = null
    onStateChange(false)
    retry = setTimeout(() => void connect(), retryMs)
  }
  const connect = async (): Promise<void> => {
    const connection = new pg.Client({ connectionString, application_name: `tradefront-${channel}`, keepAlive: true })
    client = connection
    connection.on('error', (error) => {
      onError(error)
      scheduleReconnect(connection)
    })
    connection.on('end', () => scheduleReconnect(connection))
    connection.on('notification', ({ payload }) => payload !== undefined && onMessage(payload))
    try {
      await connection.connect()
      await connection.query(`listen ${channel}`)
      onStateChange(true)
    } catch (error) {
      onError(error)
      connection.end().catch(onError)
      scheduleReconnect(connection)
    }
  }
  return {
    start: connect,
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(onError)
    },
  }
}
