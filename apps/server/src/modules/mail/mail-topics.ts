import { type MailTopic, mailTopics } from '@tradefront/rules/mail/topics'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { Clock } from '../../platform/clock.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/database/database.ts'

export type MailTopicsDeps = { readonly db: Db; readonly clock: Clock; readonly seal: Seal; readonly publicUrl: string }

/** Mails of one topic to one trader. */
export type MailSubscription = { readonly userId: number; readonly topic: MailTopic }

const sealContext = 'mail.stop'

/** Topics of mails that traders have stopped, and links that stop them without a log-in. */
export function createMailTopics({ db, clock, seal, publicUrl }: MailTopicsDeps) {
  const stop = async ({ userId, topic }: MailSubscription): Promise<void> => {
    await db
      .insertInto('mail_stops')
      .values({ user_id: userId, topic, stopped_at: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  return {
    isStopped: async ({ userId, topic }: MailSubscription, on: Db): Promise<boolean> => {
      const row = await on
        .selectFrom('mail_stops')
        .select('topic')
        .where('user_id', '=', userId)
        .where('topic', '=', topic)
        .executeTakeFirst()
      return row !== undefined
    },

    listTopics: async (userId: number): Promise<{ topic: MailTopic; isOn: boolean }[]> => {
      const rows = await db.selectFrom('mail_stops').select('topic').where('user_id', '=', userId).execute()
      return mailTopics.map((topic) => ({ topic, isOn: !rows.some((row) => row.topic === topic) }))
    },

    switchTopic: async (subscription: MailSubscription, isOn: boolean): Promise<void> => {
      if (!isOn) return stop(subscription)
      const { userId, topic } = subscription
      await db.deleteFrom('mail_stops').where('user_id', '=', userId).where('topic', '=', topic).execute()
    },

    /** Every key of SECRET_KEY opens it. Null if mails have no links. */
    createStopToken: ({ userId, topic }: MailSubscription): string | null =>
      publicUrl === '' ? null : seal.sealText(`${userId}:${topic}`, sealContext).toString('base64url'),

    stopByToken: async (token: string): Promise<Result<MailTopic, 'mail.stop_void'>> => {
      const subscription = openToken(token)
      if (subscription === null) return refuse('mail.stop_void')
      await stop(subscription)
      return ok(subscription.topic)
    },
  }

  function openToken(token: string): MailSubscription | null {
    try {
      const [id, name] = seal.openText(Buffer.from(token, 'base64url'), sealContext).split(':')
      const topic = mailTopics.find((each) => each === name)
      return topic === undefined ? null : { userId: Number(id), topic }
    } catch {
      return null
    }
  }
}
