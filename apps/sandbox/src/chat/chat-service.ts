import { createHash, randomBytes, randomUUID } from 'node:crypto'

import type { OfferedLocale } from '@tradefront/texts/locales'

import type { Journal } from '../platform/journal.ts'
import type { SandboxClock } from '../platform/clock.ts'
import { composeAgentReply } from './chat-agent.ts'

export type ChatMessage = {
  /** Number within the conversation, from 1. */
  readonly id: number
  readonly from: 'visitor' | 'agent'
  readonly text: string
  readonly at: string
}

/** `balance` comes from the ledger, `shown_balance` from the trader's page. */
export type ChatAccountBalance = { readonly balance: number; readonly shown_balance: number; readonly currency: string }

export type Conversation = {
  readonly id: string
  /** First name from the token; null for a visitor. */
  readonly name: string | null
  readonly locale: OfferedLocale
  readonly opened_at: string
  readonly facts: ChatAccountBalance | null
  readonly messages: readonly ChatMessage[]
}

/** Content of the merchant's token. */
export type ChatIdentity = { readonly conversation: string; readonly name: string }

/** Conversations and the agent's replies. */
export type ChatService = {
  /** Opens a conversation. Returns null for an unknown key. */
  readonly openConversation: (
    identity: ChatIdentity | { key: string } | null,
    locale: OfferedLocale,
  ) => { key: string; id: string } | null
  readonly findConversation: (key: string) => Conversation | null
  /** Returns true while the agent is about to reply. */
  readonly isAgentTyping: (key: string) => boolean
  /** Adds a message once per `nonce`. The agent replies later; to a message with the word `silent`, only the control page can reply. */
  readonly addVisitorMessage: (key: string, text: string, nonce: string) => boolean
  readonly updateFacts: (conversation: string, facts: ChatAccountBalance) => boolean
  /** Adds a message that was written on the control page. */
  readonly addAgentMessage: (conversation: string, text: string) => boolean
  /** Lists conversations, newest first. */
  readonly listConversations: () => Conversation[]
  readonly restore: { conversation: (value: Conversation) => void; message: (key: string, value: ChatMessage) => void }
  readonly clear: () => void
}

/** Above these numbers, the oldest are deleted. */
const maxConversations = 500
const maxMessages = 200
const maxKeys = 5
const answerMs = 1500

type Room = { conversation: Conversation; keys: string[]; nonces: string[]; isAgentTyping: boolean }

export function createChatService({
  time: clock,
  journal,
  waitScale,
}: {
  time: SandboxClock
  journal: Journal
  waitScale: number
}): ChatService {
  const rooms = new Map<string, Room>()
  /** Conversation ids by hashed key. */
  const conversationIdsByKeyHash = new Map<string, string>()
  const now = () => new Date(clock.now()).toISOString()

  const saveConversation = (room: Room, updated: Conversation) => {
    room.conversation = updated
    journal.appendLine({ kind: 'chat', key: updated.id, value: { ...updated, messages: [] } })
  }
  const deleteRoom = (id: string) => {
    for (const key of rooms.get(id)?.keys ?? []) conversationIdsByKeyHash.delete(key)
    clock.cancel(`chat:${id}`)
    rooms.delete(id)
  }
  const addRoom = (conversation: Conversation): Room => {
    const room = { conversation, keys: [], nonces: [], isAgentTyping: false }
    rooms.set(conversation.id, room)
    const oldest = rooms.keys().next().value
    if (rooms.size > maxConversations && oldest !== undefined) deleteRoom(oldest)
    return room
  }
  const issueKey = (room: Room) => {
    const key = randomBytes(24).toString('base64url')
    room.keys.push(hashKey(key))
    conversationIdsByKeyHash.set(hashKey(key), room.conversation.id)
    const old = room.keys.length > maxKeys ? room.keys.shift() : undefined
    if (old !== undefined) conversationIdsByKeyHash.delete(old)
    return { key, id: room.conversation.id }
  }
  const findRoom = (key: string) => rooms.get(conversationIdsByKeyHash.get(hashKey(key)) ?? '')
  const addMessage = (room: Room, from: ChatMessage['from'], text: string) => {
    const { conversation } = room
    room.isAgentTyping = from === 'visitor'
    const message = { id: (conversation.messages.at(-1)?.id ?? 0) + 1, from, text, at: now() }
    room.conversation = { ...conversation, messages: [...conversation.messages, message].slice(-maxMessages) }
    journal.appendLine({ kind: 'chat_message', key: `${conversation.id}:${message.id}`, value: message })
  }

  return {
    openConversation: (identity, locale) => {
      if (identity !== null && 'key' in identity) {
        const room = findRoom(identity.key)
        return room === undefined ? null : { key: identity.key, id: room.conversation.id }
      }
      const id = identity?.conversation ?? randomUUID()
      const existing = rooms.get(id)
      const room = existing ?? addRoom({ id, name: null, locale, opened_at: now(), facts: null, messages: [] })
      saveConversation(room, { ...room.conversation, name: identity?.name ?? null, locale })
      return issueKey(room)
    },
    findConversation: (key) => findRoom(key)?.conversation ?? null,
    isAgentTyping: (key) => findRoom(key)?.isAgentTyping ?? false,
    addVisitorMessage: (key, text, nonce) => {
      const room = findRoom(key)
      if (room === undefined) return false
      if (room.nonces.includes(nonce)) return true
      room.nonces = [...room.nonces, nonce].slice(-maxMessages)
      addMessage(room, 'visitor', text)
      if (/\bsilent\b/i.test(text)) return true
      const { id } = room.conversation
      // The agent replies once to several messages in a row.
      clock.schedule(`chat:${id}`, clock.now() + answerMs * waitScale, () => {
        if (rooms.get(id) === room) addMessage(room, 'agent', composeAgentReply(text, room.conversation))
      })
      return true
    },
    updateFacts: (id, facts) => {
      const room = rooms.get(id)
      if (room !== undefined) saveConversation(room, { ...room.conversation, facts })
      return room !== undefined
    },
    addAgentMessage: (id, text) => {
      const room = rooms.get(id)
      if (room !== undefined) {
        clock.cancel(`chat:${id}`)
        addMessage(room, 'agent', text)
      }
      return room !== undefined
    },
    listConversations: () => [...rooms.values()].map(({ conversation }) => conversation).toReversed(),
    restore: {
      conversation: (value) => void addRoom(value),
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
      for (const id of [...rooms.keys()]) deleteRoom(id)
    },
  }
}

function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
