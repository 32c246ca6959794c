/** A received message. Only the browser of the subscription can read its body. */
export type PushMessage = {
  readonly subscription: string
  readonly ttl: string | undefined
  /** Body in base64. */
  readonly body: string
}

/** Messages that browsers would get. */
export type PushInbox = {
  readonly add: (message: PushMessage) => void
  /** Lists messages, oldest first. */
  readonly listMessages: (subscription: string) => PushMessage[]
  readonly clear: () => void
}

const maxMessages = 500

export function createPushInbox(): PushInbox {
  const messages: PushMessage[] = []
  return {
    add: (message) => {
      messages.push(message)
      if (messages.length > maxMessages) messages.shift()
    },
    listMessages: (subscription) => messages.filter((message) => message.subscription === subscription),
    clear: () => {
      messages.length = 0
    },
  }
}
