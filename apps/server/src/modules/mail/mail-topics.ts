import { type MailTopic, mailTopics } from '@tradefront/rules/mail/topics'
import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'

/** Mails of one topic to one trader. */
export type MailSubscription = { readonly userId: number; readonly topic: MailTopic }

const sealContext = 'mail.stop'

// Traders can stop mails of a topic, also by a link without a log-in.

export async function isMailStopped({ userId, topic }: MailSubscription, on: Db): Promise<boolean> {
  const row = await on
    .selectFrom('mail_stops')
    .select('topic')
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .executeTakeFirst()
  return row !== undefined
}

export async function listMailTopics(
  { db }: AppContext,
  userId: number,
): Promise<{ topic: MailTopic; isOn: boolean }[]> {
  const rows = await db.selectFrom('mail_stops').select('topic').where('user_id', '=', userId).execute()
  return mailTopics.map((topic) => ({ topic, isOn: !rows.some((row) => row.topic === topic) }))
}

export async function switchMailTopic(
  context: AppContext,
  subscription: MailSubscription,
  isOn: boolean,
): Promise<void> {
  if (!isOn) return stopMails(context, subscription)
  const { userId, topic } = subscription
  await context.db.deleteFrom('mail_stops').where('user_id', '=', userId).where('topic', '=', topic).execute()
}

/** Creates the token of a link that stops these mails. Every key of SECRET_KEY opens it. Returns null if mails have no links. */
export function createStopToken({ config, seal }: AppContext, { userId, topic }: MailSubscription): string | null {
  return config.publicUrl === '' ? null : seal.sealText(`${userId}:${topic}`, sealContext).toString('base64url')
}

export async function stopMailsByToken(
  context: AppContext,
  token: string,
): Promise<Result<MailTopic, 'mail.stop_void'>> {
  const subscription = openStopToken(context, token)
  if (subscription === null) return refuse('mail.stop_void')
  await stopMails(context, subscription)
  return ok(subscription.topic)
}

async function stopMails({ db, clock }: AppContext, { userId, topic }: MailSubscription): Promise<void> {
  await db
    .insertInto('mail_stops')
    .values({ user_id: userId, topic, stopped_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function openStopToken({ seal }: AppContext, token: string): MailSubscription | null {
  try {
    const [id, name] = seal.openText(Buffer.from(token, 'base64url'), sealContext).split(':')
    const topic = mailTopics.find((each) => each === name)
    return topic === undefined ? null : { userId: Number(id), topic }
  } catch {
    return null
  }
}
