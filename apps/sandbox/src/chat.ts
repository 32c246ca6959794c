import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { Journal } from './journal.ts'
import type { Time } from './time.ts'
import { answerTo, type ChatLocale } from './chat-agent.ts'

export type ChatMessage = {
  /** Counts up within its conversation, from 1. */
  readonly id: number
  readonly from: 'visitor' | 'agent'
  readonly text: string
  readonly at: string
}

/** What the merchant has told of the trader: `balance` by its books, `shown_balance` as the trader's page has it. */
export type ChatFacts = { readonly balance: number; readonly shown_balance: number; readonly currency: string }

export type Conversation = {
  readonly id: string
  /** First name by the token; null for a visitor. */
  readonly name: string | null
  readonly locale: ChatLocale
  readonly opened_at: string
  readonly facts: ChatFacts | null
  readonly messages: readonly ChatMessage[]
}

/** Who the merchant's token says is there. */
export type ChatPerson = { readonly conversation: string; readonly name: string }

/** The vendor's side of the chat: conversations, and an agent who answers. */
export type Chat = {
  /** A conversation and a new key to it: that of a token's person, that of a key, or a new one. Null for a key of none. */
  readonly open: (by: ChatPerson | { key: string } | null, locale: ChatLocale) => { key: string; id: string } | null
  /** The conversation of a key. */
  readonly find: (key: string) => Conversation | null
  /** Takes what somebody wrote; `nonce` sent again is not taken again. The agent answers after a while. */
  readonly write: (key: string, text: string, nonce: string) => boolean
  readonly tell: (conversation: string, facts: ChatFacts) => boolean
  /** What an agent writes from the control page. */
  readonly reply: (conversation: string, text: string) => boolean
  /** Latest first. */
  readonly list: () => Conversation[]
  readonly restore: { conversation: (value: Conversation) => void; message: (key: string, value: ChatMessage) => void }
  readonly clear: () => void
}

/** Beyond these the oldest go. */
const maxConversations = 500
const maxMessages = 200
const maxKeys = 5
const answerMs = 1500

type Room = { conversation: Conversation; keys: string[]; nonces: string[] }

export function createChat({ time, journal, waitScale }: { time: Time; journal: Journal; waitScale: number }): Chat {
  const rooms = new Map<string, Room>()
  /** Hash of a key to its conversation. */
  const doors = new Map<string, string>()
  const now = () => new Date(time.now()).toISOString()

  const keep = (room: Room, changed: Conversation) => {
    room.conversation = changed
    journal.append({ kind: 'chat', key: changed.id, value: { ...changed, messages: [] } })
  }
  const drop = (id: string) => {
    for (const key of rooms.get(id)?.keys ?? []) doors.delete(key)
    time.cancel(`chat:${id}`)
    rooms.delete(id)
  }
  const add = (conversation: Conversation): Room => {
    const room = { conversation, keys: [], nonces: [] }
    rooms.set(conversation.id, room)
    const oldest = rooms.keys().next().value
    if (rooms.size > maxConversations && oldest !== undefined) drop(oldest)
    return room
  }
  const admit = (room: Room) => {
    const key = randomBytes(24).toString('base64url')
    room.keys.push(hash(key))
    doors.set(hash(key), room.conversation.id)
    const old = room.keys.length > maxKeys ? room.keys.shift() : undefined
    if (old !== undefined) doors.delete(old)
    return { key, id: room.conversation.id }
  }
  const roomOf = (key: string) => rooms.get(doors.get(hash(key)) ?? '')
  const say = (room: Room, from: ChatMessage['from'], text: string) => {
    const { conversation } = room
    const message = { id: (conversation.messages.at(-1)?.id ?? 0) + 1, from, text, at: now() }
    room.conversation = { ...conversation, messages: [...conversation.messages, message].slice(-maxMessages) }
    journal.append({ kind: 'chat_message', key: `${conversation.id}:${message.id}`, value: message })
  }

  return {
    open: (by, locale) => {
      if (by !== null && 'key' in by) {
        const known = roomOf(by.key)
        return known === undefined ? null : { key: by.key, id: known.conversation.id }
      }
      const id = by?.conversation ?? randomUUID()
      const there = rooms.get(id)
      const room = there ?? add({ id, name: null, locale, opened_at: now(), facts: null, messages: [] })
      keep(room, { ...room.conversation, name: by?.name ?? null, locale })
      return admit(room)
    },
    find: (key) => roomOf(key)?.conversation ?? null,
    write: (key, text, nonce) => {
      const room = roomOf(key)
      if (room === undefined) return false
      if (room.nonces.includes(nonce)) return true
      room.nonces = [...room.nonces, nonce].slice(-maxMessages)
      say(room, 'visitor', text)
      const { id } = room.conversation
      // Whoever writes on is answered once, to the last of it.
      time.at(`chat:${id}`, time.now() + answerMs * waitScale, () => {
        if (rooms.get(id) === room) say(room, 'agent', answerTo(text, room.conversation))
      })
      return true
    },
    tell: (id, facts) => {
      const room = rooms.get(id)
      if (room !== undefined) keep(room, { ...room.conversation, facts })
      return room !== undefined
    },
    reply: (id, text) => {
      const room = rooms.get(id)
      if (room !== undefined) {
        time.cancel(`chat:${id}`)
        say(room, 'agent', text)
      }
      return room !== undefined
    },
    list: () => [...rooms.values()].map(({ conversation }) => conversation).toReversed(),
    restore: {
      conversation: (value) => void add(value),
      message: (key, value) => {
        const room = rooms.get(key.split(':')[0] ?? '')
        if (room === undefined) return
        room.conversation = {
          ...room.conversation,
          messages: [...room.conversation.messages, value].slice(-maxMessages),
        }
      },
    },
    clear: () => {
      for (const id of [...rooms.keys()]) drop(id)
    },
  }
}

function hash(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
